/** How a host wants to be asked, for everything that goes out. Hosts of `allow` take no turns. */
export interface Manners {
  /**
   * Waits until the host may be asked.
   * @throws {Unavailable} `rate_limited` when that is not soon, or the signal's reason.
   */
  turn(url: URL, signal: AbortSignal): Promise<void>
  /**
   * Takes one of the requests that a host is asked at once; gives what gives it back.
   * @throws the signal's reason.
   */
  slot(url: URL, signal: AbortSignal): Promise<() => void>
  /** The host wants to be left alone for so long. */
  leaveAlone(url: URL, seconds: number): Promise<void>
  /**
   * Does nothing when robots.txt lets us in, or is to be ignored.
   * @throws {Refused} `robots`; {Unavailable} `robots_unreachable` while it cannot be had, or why the host cannot be reached; or
   * the signal's reason.
   */
  mayVisit(url: URL, signal: AbortSignal): Promise<void>
}

/** For whoever asks nobody but themselves. */
export const NO_MANNERS: Manners = {
  turn: async () => {},
  slot: async () => () => {},
  leaveAlone: async () => {},
  mayVisit: async () => {},
}
