import { mixed } from './hashed-units.ts'

/**
 * Sums by slot, in the order in which slots were met: sums of fractions come out the same only in the same order. The table is as large as a
 * passage needs, for the processor waits wherever it looks into one of all slots.
 */
export class SlotSums {
  /** The first `count` count. */
  slots = new Int32Array(512)
  values = new Float64Array(512)
  count = 0
  readonly #mask: number
  /** Open-addressed, four times as large as `slots`: where in these a slot stands, and one. */
  #places = new Int32Array(2048)
  /** Bits of the lower half of a slot. */
  readonly #half: number
  readonly #ends: Int32Array
  #byLow = new Int32Array(512)
  #order = new Int32Array(512)

  constructor(bits: number) {
    this.#mask = 2 ** bits - 1
    this.#half = Math.ceil(bits / 2)
    this.#ends = new Int32Array(2 ** this.#half)
  }

  begin(): void {
    this.count = 0
    this.#places.fill(0)
  }

  /** @param hashed a hash of which the last mixing is left */
  add(hashed: number, weight: number): void {
    this.addAt(mixed(hashed) & this.#mask, weight)
  }

  addAt(slot: number, weight: number): void {
    const at = this.#placeOf(slot)
    const place = this.#places[at] as number
    if (place !== 0) {
      this.values[place - 1] = (this.values[place - 1] as number) + weight
      return
    }
    this.slots[this.count] = slot
    this.values[this.count] = weight
    this.#places[at] = ++this.count
    if (this.count === this.slots.length) this.#grow()
  }

  /**
   * The numbers of the slots, `count` of them, in the order of these: by their lower half, then by their upper one, which takes a fourth of the time that sorting
   * takes, half of what a passage costs. Holds until it is asked for again.
   */
  order(): Int32Array {
    const { count } = this
    if (this.#byLow.length < count)
      [this.#byLow, this.#order] = [new Int32Array(2 * count), new Int32Array(2 * count)]
    for (let i = 0; i < count; i++) this.#order[i] = i
    this.#sortBy(0, this.#order, this.#byLow)
    this.#sortBy(this.#half, this.#byLow, this.#order)
    return this.#order
  }

  /** @param shift what lies below the digit that is sorted by */
  #sortBy(shift: number, from: Int32Array, to: Int32Array): void {
    const { slots, count } = this
    const ends = this.#ends.fill(0)
    const mask = ends.length - 1
    for (let i = 0; i < count; i++) {
      const digit = ((slots[i] as number) >>> shift) & mask
      ends[digit] = (ends[digit] as number) + 1
    }
    for (let digit = 1; digit < ends.length; digit++)
      ends[digit] = (ends[digit] as number) + (ends[digit - 1] as number)
    for (let i = count - 1; i >= 0; i--) {
      const each = from[i] as number
      const digit = ((slots[each] as number) >>> shift) & mask
      const at = (ends[digit] as number) - 1
      ends[digit] = at
      to[at] = each
    }
  }

  /** Where in `#places` a slot stands, or may be put. A slot is a hash already. */
  #placeOf(slot: number): number {
    const { slots } = this
    const places = this.#places
    const mask = places.length - 1
    let at = slot & mask
    for (let place = places[at] as number; place !== 0 && slots[place - 1] !== slot; ) {
      at = (at + 1) & mask
      place = places[at] as number
    }
    return at
  }

  #grow(): void {
    const { slots, values } = this
    this.slots = new Int32Array(2 * slots.length)
    this.values = new Float64Array(2 * slots.length)
    this.slots.set(slots)
    this.values.set(values)
    this.#places = new Int32Array(8 * slots.length)
    for (let i = 0; i < this.count; i++) this.#places[this.#placeOf(slots[i] as number)] = i + 1
  }
}
