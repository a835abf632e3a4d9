import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'

const RUNTIME = fileURLToPath(new URL('../src/ui/text-runs.ts', import.meta.url))

/** React, with every text in an element of its own (src/ui/text-runs.ts), for browsers that translate the page. */
export function reactWithTextRuns(): PluginOption[] {
  return [
    {
      name: 'prumo:text-runs',
      enforce: 'pre',
      resolveId: { filter: { id: /^text-runs(\/jsx-(dev-)?runtime)?$/ }, handler: () => RUNTIME },
    },
    react({ jsxImportSource: 'text-runs' }),
  ]
}
