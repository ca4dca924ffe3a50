/** Where lines go. */
interface Sink {
  write(text: string): unknown
}

/**
 * Lines that are written in one turn of the event loop go out as one write, when it ends: a busy server answers many requests in a turn, and
 * a system call for the line of each took a fifth of its time. What is left when the process exits goes out first; a kill loses one turn's lines.
 */
export function linesTogether(sink: Sink): Sink {
  let lines = ''
  const send = () => {
    const all = lines
    lines = ''
    process.off('exit', send)
    if (all !== '') sink.write(all)
  }
  return {
    write(line) {
      if (lines === '') {
        process.once('exit', send)
        setImmediate(send)
      }
      lines += line
    },
  }
}
