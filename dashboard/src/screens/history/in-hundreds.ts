/** As many as one request may name. */
const MOST = 100

/** Asks for all of them, a hundred at a time, one request after another. */
export async function inHundreds<Answer>(
  ids: readonly string[],
  ask: (some: string[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < ids.length; at += MOST) answers.push(await ask(ids.slice(at, at + MOST)))
  return answers
}
