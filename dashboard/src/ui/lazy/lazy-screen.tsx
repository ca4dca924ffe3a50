import { type ComponentType, createElement, type ReactNode, use } from 'react'

/** The files of a screen did not come: the network, or a newer version of the service that has other files. */
export class ScreenNotLoaded extends Error {
  readonly #forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super('Its files did not come. If the service has been upgraded meanwhile, reload the page.', { cause })
    this.name = 'ScreenNotLoaded'
    this.#forget = forget
  }

  /** The next time that it is shown, the screen is asked for again. */
  forget(): void {
    this.#forget()
  }
}

/**
 * A screen whose files come when it is first shown. Where they do not, showing it throws `ScreenNotLoaded`, and the page around it
 * stays: the router's own would load the whole document again and lose what was typed.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ((props: Props) => ReactNode) & { preload: () => Promise<void> } {
  let coming: Promise<ComponentType<Props>> | null = null
  let there: ComponentType<Props> | null = null
  const come = (): Promise<ComponentType<Props>> => {
    coming ??= load().then(
      (screens) => {
        there = screens[name]
        return there
      },
      (error) => {
        throw new ScreenNotLoaded(error, () => {
          coming = null
        })
      },
    )
    return coming
  }
  // One that has come is not waited for: React would show what stands in its place, and keep that for 300 ms once it does.
  const Screen = (props: Props) => createElement(there ?? use(come()), props)
  return Object.assign(Screen, {
    // That it does not come is said when it is shown.
    preload: () =>
      come().then(
        () => {},
        () => {},
      ),
  })
}
