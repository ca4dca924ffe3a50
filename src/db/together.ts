/** How many questions go in one statement at most; the next take the next. */
const MOST = 200

interface Asked<Ask, Answer> {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Sends what is asked in one turn of the event loop, or while `atOnce` earlier runs are under way, as one: a busy server makes one round trip
 * and one commit for many requests, an idle one waits for nobody. Nothing joins a run that has been sent, so each answer is from after its
 * question.
 * @param run answers in the order of what is asked. Where it rejects, all of that run reject with the same reason.
 */
export function together<Ask, Answer>(
  run: (asks: Ask[]) => Promise<Answer[]>,
  { atOnce = 2 }: { atOnce?: number } = {},
): (ask: Ask) => Promise<Answer> {
  let waiting: Asked<Ask, Answer>[] = []
  let underWay = 0
  let isDue = false

  const send = async () => {
    isDue = false
    if (underWay >= atOnce || waiting.length === 0) return
    const all = waiting.slice(0, MOST)
    waiting = waiting.slice(MOST)
    underWay++
    try {
      const answers = await run(all.map(({ ask }) => ask))
      for (const [i, { resolve }] of all.entries()) resolve(answers[i] as Answer)
    } catch (reason) {
      for (const { reject } of all) reject(reason)
    } finally {
      underWay--
      soon()
    }
  }
  const soon = () => {
    if (isDue || waiting.length === 0) return
    isDue = true
    setImmediate(send)
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      soon()
    })
}
