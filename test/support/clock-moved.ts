/** A module, for `--import`, that moves the clock of the process that loads it. */
export function clockMoved(hours: number): string {
  const source = `const Real = Date; const by = ${hours * 3_600_000};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + by) : super(...given) }
      static now() { return Real.now() + by }
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}
