/** Does `work` at once, and then at most once in `ms` milliseconds: what is asked for meanwhile is done once, at their end. */
export function atMostEach(ms: number, work: () => unknown): () => void {
  let isResting = false
  let isAskedAgain = false
  const ask = () => {
    isAskedAgain = isResting
    if (isResting) return
    isResting = true
    setTimeout(() => {
      isResting = false
      if (isAskedAgain) ask()
    }, ms).unref()
    work()
  }
  return ask
}
