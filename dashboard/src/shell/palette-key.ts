const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform)

/** What opens the palette, as the keyboard of this computer has it. */
export const PALETTE_KEY = IS_MAC ? '⌘K' : 'Ctrl K'
