import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { englishOnly } from './english-only.ts'

/** Where `npm run build -w dashboard` puts what the service serves. */
export const OUTPUT = join(import.meta.dirname, 'dist')

/** `light-dark()` and module scripts: every browser since the middle of 2024. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5']

export const viteConfig: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  plugins: [react(), tailwind(), englishOnly()],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // A data: address would be one more thing that the content security policy has to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Left to itself the build makes a file of each control that two screens use: sixty files, which compress badly one by one.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'common', test: isOnManyScreens, minShareCount: 2 }] } },
    },
    // What matters is what travels; `measure-bundle.ts` has the limits.
    chunkSizeWarningLimit: 1000,
  },
}

/** What opens over a page is left out: it brings most of React Aria, and the first screen does without. */
const OPENS_OVER =
  /\/(dialog|action-dialog|once-dialog|menu|select|list-box|pop-up-style|open-safely|foreign-url)\.tsx?$/

function isOnManyScreens(id: string): boolean {
  return /\/dashboard\/src\/(ui|text|api)\/|\/sdk\/words\.ts$/.test(id) && !OPENS_OVER.test(id)
}
