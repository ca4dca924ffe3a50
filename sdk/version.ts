/** That of `package.json`, which browsers cannot read. */
export const VERSION = '0.1.0'
