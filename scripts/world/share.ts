/** So many of so many. */
export interface Share {
  hit: number
  of: number
}

export function share(): Share {
  return { hit: 0, of: 0 }
}

export function addTo(shares: Map<string, Share>, name: string, isHit: boolean): void {
  const { hit, of } = shares.get(name) ?? share()
  shares.set(name, { hit: hit + Number(isHit), of: of + 1 })
}

/** 0 to 1; of nothing, 1. */
export function ratio({ hit, of }: Share): number {
  return of === 0 ? 1 : hit / of
}
