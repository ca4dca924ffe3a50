/** What we use of packages that bring no types. */
declare module '@11ty/eleventy' {
  export interface Site {
    setIncludesDirectory(path: string): void
    addPlugin(plugin: unknown, options?: object): void
    addGlobalData(name: string, value: unknown): void
    addTemplate(path: string, content: string, data: object): void
    addTransform(name: string, change: (html: string) => string): void
  }
  export const IdAttributePlugin: unknown
  // biome-ignore lint/style/noDefaultExport: the package's own.
  export default class Eleventy {
    constructor(input: string, output: string, options: { quietMode?: boolean; config(site: Site): void })
    write(): Promise<void>
  }
}

declare module '@11ty/eleventy-plugin-syntaxhighlight' {
  const plugin: unknown
  // biome-ignore lint/style/noDefaultExport: the package's own.
  export default plugin
}
