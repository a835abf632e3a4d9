import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { deviceCopy } from './build/device-copy.ts'
import { firstScript } from './build/first-script.ts'
import { browserFloor, enforceBrowserFloor } from './build/browser-floor.ts'
import { entryOf, pageEntries } from './build/page-entries.ts'
import { devPages } from './build/dev-pages.ts'
import { precompress } from './build/precompress.ts'
import { preloads } from './build/preloads.ts'
import { prerender } from './build/prerender.ts'
import { routeSizes } from './build/route-sizes.ts'
import { reactWithTextRuns } from './build/text-runs.ts'
import { serverSide } from './build/server-side.ts'
import { nameOf, pages } from './src/site/pages.ts'

const api = process.env['API_URL'] ?? 'http://localhost:3000'

/** The app, and each funnel page. */
const entries = {
  index: 'index.html',
  ...Object.fromEntries(pages.filter(({ kind }) => kind === 'funnel').map((page) => [nameOf(page), entryOf(page)])),
}

/** The development build of the router has warnings for developers; a release takes the production build. */
const router = fileURLToPath(new URL('../node_modules/react-router/dist/production', import.meta.url))
const quietRouter = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
]

/** What zips spreadsheets would start workers that the page's policy forbids. */
const zip = { find: /^fflate$/, replacement: fileURLToPath(new URL('src/lib/zip-at-once.ts', import.meta.url)) }

export default defineConfig(({ command }) => ({
  plugins: [
    reactWithTextRuns(),
    firstScript(),
    preloads(),
    pageEntries(),
    devPages(),
    routeSizes(),
    prerender(),
    deviceCopy(),
    enforceBrowserFloor(),
    precompress(),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions], alias: [zip, ...(command === 'build' ? quietRouter : [])] },
  ...serverSide,
  // Styles and the service worker, too.
  build: {
    target: browserFloor,
    manifest: true,
    sourcemap: false,
    rolldownOptions: { input: entries, output: { codeSplitting: { groups: chunkGroups } } },
  },
  // A worker fetches what it needs only now and then, such as the reader of spreadsheets.
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': api } },
  preview: { port: 4173, proxy: { '/api': api } },
}))
