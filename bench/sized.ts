/** `npm run bench -- --smoke`: everything runs, on little; its times say nothing. */
export const isSmoke = process.argv.includes('--smoke')

/** How much of something: what measures, or what shows that it runs. */
export function sized<Amount>(amount: Amount, tiny: Amount): Amount {
  return isSmoke ? tiny : amount
}
