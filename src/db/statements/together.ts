/** How many questions go in one run at most; the next take the next. */
const MOST = 200

export interface Sharing {
  most?: number
  /** Runs under way; what comes meanwhile waits for the next. */
  atOnce?: number
  /** So long what comes first waits for others, where nobody waits for the answer. */
  gatherMs?: number
  /** So long after a run the next begins at the earliest: who comes alone waits for nobody. */
  apartMs?: number
  /** So many wait for nobody else. */
  enough?: number
  /** Whether an error may be the fault of one of those that were asked together, and has left nothing behind. */
  isOwn?: (error: unknown) => boolean | Promise<boolean>
}

/** What asks together with others. */
export interface Together<Ask, Answer> {
  (ask: Ask): Promise<Answer>
  /** What has been asked waits for no others: somebody waits for it. */
  hurry(): void
}

interface Asked<Ask, Answer> {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Sends what is asked in one turn of the event loop, or while `atOnce` earlier runs are under way, as one: a busy server makes one round trip
 * and one commit for many requests, an idle one waits for nobody. Nothing joins a run that has been sent, so each answer is from after its question.
 * @param run one transaction, which answers in the order of what is asked. Where it fails by what is asked (`isOwn`; without it where the database
 * refuses it), each is asked by itself, and only those that are to blame reject; where it rejects for anything else, all of that run do.
 */
export function together<Ask, Answer>(
  run: (asks: Ask[]) => Promise<Answer[]>,
  { most = MOST, atOnce = 2, gatherMs = 0, apartMs = 0, enough = most, isOwn = isRefusal }: Sharing = {},
): Together<Ask, Answer> {
  let waiting: Asked<Ask, Answer>[] = []
  let underWay = 0
  let isDue = false
  let timer: NodeJS.Timeout | undefined
  let sentAt = Number.NEGATIVE_INFINITY

  const send = async () => {
    isDue = false
    clearTimeout(timer)
    timer = undefined
    if (underWay >= atOnce || waiting.length === 0) return
    const all = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay++
    sentAt = performance.now()
    const tell = await settle(all)
    underWay--
    soon()
    // The next are sent before it is told what came of these: so the database is at work while we are.
    if (isDue) setImmediate(tell)
    else tell()
  }
  const settle = async (all: Asked<Ask, Answer>[]): Promise<() => void> => {
    try {
      const answers = await run(all.map(({ ask }) => ask))
      return () => {
        for (const [i, { resolve }] of all.entries()) resolve(answers[i] as Answer)
      }
    } catch (reason) {
      if (all.length > 1 && (await isOwn(reason))) {
        for (const one of all) (await settle([one]))()
        return () => {}
      }
      return () => {
        for (const { reject } of all) reject(reason)
      }
    }
  }
  const soon = (isHurry = false) => {
    const isEnough = isHurry || waiting.length >= enough
    if (isDue || waiting.length === 0 || (timer && !isEnough)) return
    const waitMs = isEnough ? 0 : Math.max(gatherMs, sentAt + apartMs - performance.now())
    if (waitMs > 0) timer = setTimeout(send, waitMs)
    else {
      isDue = true
      setImmediate(send)
    }
  }
  const ask = (ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      soon()
    })
  return Object.assign(ask, { hurry: () => soon(true) })
}

/** What is shared of one database, which may be asked whose fault an error is. */
interface SharingBy<Via> extends Omit<Sharing, 'isOwn'> {
  isOwn?: (error: unknown, db: Via) => boolean | Promise<boolean>
}

/** The same where the database is said with each question: those who ask by the same one share. */
export function togetherBy<Via extends object, Ask, Answer>(
  run: (db: Via, asks: Ask[]) => Promise<Answer[]>,
  { isOwn, ...sharing }: SharingBy<Via> = {},
): { (db: Via, ask: Ask): Promise<Answer>; hurry(db: Via): void } {
  const shared = new WeakMap<Via, Together<Ask, Answer>>()
  const ask = (db: Via, ask: Ask): Promise<Answer> => {
    const known = shared.get(db)
    if (known) return known(ask)
    const asking = together((asks: Ask[]) => run(db, asks), {
      ...sharing,
      ...(isOwn && { isOwn: (error: unknown) => isOwn(error, db) }),
    })
    shared.set(db, asking)
    return asking(ask)
  }
  return Object.assign(ask, { hurry: (db: Via) => shared.get(db)?.hurry() })
}

/** What the database says of itself, and each would hear: connections, sign-in, what is not there, no room, an end, a disk, or that it only reads. */
const OF_ITSELF = /^(08|28|3D|53|57|58|25006)/

/**
 * Whether the database says that it refuses what it was asked, by whatever fault, one of ours among them: the transaction has left nothing behind.
 * Where an emptied database says so, each of those who asked hears it.
 */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && 'severity' in error && 'code' in error && !OF_ITSELF.test(String(error.code))
  )
}
