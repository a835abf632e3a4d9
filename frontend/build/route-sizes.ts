import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { allScreens } from '../src/data/screens.ts'
import { nameOf, pages } from '../src/site/pages.ts'
import { closure, entryChunk, gzippedSize, lazyChunk, stylesOf, type Bundle, type Chunk } from './chunks.ts'

/** What a screen of the app loads before it can be used, and its budget in kilobytes of gzip. */
interface RouteBudget {
  path: string
  budget: number
  /** The lazy modules of the route, without the entry. */
  modules: string[]
}

const KB = 1000
const CSS_BUDGET = 30
const FONT_BUDGET = 60
/** A browser loads this many side by side; further ones wait. Scripts in the page itself count too. */
const MAX_SCRIPTS = 6
/** Kilobytes of script on a funnel page; a document has only the plain files of `public`. */
const FUNNEL_BUDGET = 100
const DOCUMENT_BUDGET = 8
const DOCUMENT_SCRIPTS = ['first-paint.js', 'document.js', 'device-copy.js']
/** Packages that pages outside the app must not load. */
const APP_ONLY = /node_modules\/(react-router|react-router-dom|@mantine|@tanstack|recharts|zod)\//

/** The frame of all screens. */
export const SHELL = 'src/app/shell.tsx'

/** The measured screens. `chunk-groups.ts` groups chunks by this list: its first entry is the shell with the overview. */
export const routes: readonly RouteBudget[] = allScreens.flatMap(({ path, module, budget }) =>
  budget === undefined ? [] : [{ path, budget, modules: [SHELL, module] }],
)

/** Prints what each screen and page loads at first. Fails the build if it exceeds its budget or the number of scripts. */
export function routeSizes(): Plugin {
  let publicDir = ''
  return {
    name: 'prumo:route-sizes',
    apply: 'build',
    configResolved: (config) => void ({ publicDir } = config),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const ownScripts = scriptsOf(bundle['index.html'])
        const rows = [
          ...pages
            .filter(({ kind }) => kind === 'funnel')
            .map((page) => ({
              path: page.path,
              budget: FUNNEL_BUDGET,
              chunks: closure([entryChunk(nameOf(page), bundle)], bundle),
              ownScripts: 1,
            })),
          ...routes.map(({ path, budget, modules }) => ({
            path,
            budget,
            chunks: closure([entryChunk('index', bundle), ...modules.map((module) => lazyChunk(module, bundle))], bundle),
            ownScripts,
          })),
        ].map((row) => ({
          ...row,
          scripts: row.chunks.length + row.ownScripts,
          js: sum(row.chunks.map(gzippedSize)),
          css: sum(stylesOf(row.chunks).map((file) => gzippedSize(bundle[file]))),
        }))
        const documents = sum(DOCUMENT_SCRIPTS.map((file) => gzipSync(readFileSync(join(publicDir, file)), { level: 9 }).length))
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'))

        console.log(
          `${'documents'.padEnd(26)} ${kilobytes(documents)} JS of ${DOCUMENT_BUDGET} · ${DOCUMENT_SCRIPTS.length} scripts of ${MAX_SCRIPTS}`,
        )
        for (const { path, budget, js, css, scripts } of rows) {
          console.log(
            `${path.padEnd(26)} ${kilobytes(js)} JS of ${budget} · ${kilobytes(css)} CSS of ${CSS_BUDGET} · ${scripts} scripts of ${MAX_SCRIPTS}`,
          )
        }
        const broken = [
          ...rows.filter(({ budget, js }) => js > budget * KB).map(({ path }) => `${path} loads too much JavaScript`),
          ...rows.filter(({ css }) => css > CSS_BUDGET * KB).map(({ path }) => `${path} loads too much CSS`),
          ...rows.filter(({ scripts }) => scripts > MAX_SCRIPTS).map(({ path }) => `${path} loads too many scripts`),
          ...rows
            .filter(({ budget }) => budget === FUNNEL_BUDGET)
            .flatMap(({ path, chunks }) => appOnlyIn(chunks).map((module) => `${path} loads ${module}`)),
          ...(documents > DOCUMENT_BUDGET * KB ? ['Documents load too much JavaScript'] : []),
          ...fonts.filter((file) => rawSize(bundle[file]) > FONT_BUDGET * KB).map((file) => `${file} is too large`),
          ...(fonts.length === 1 ? [] : [`There are ${fonts.length} font files instead of one`]),
        ]
        if (broken.length > 0) this.error(`Over budget: ${broken.join('; ')}`)
      },
    },
  }
}

/** The number of scripts in the app's page that are no chunks of the build. */
function scriptsOf(page: Bundle[string] | undefined): number {
  const html = page?.type === 'asset' ? page.source.toString() : ''
  return [...html.matchAll(/<script (?!type="module")[^>]*src=/g)].length
}

function appOnlyIn(chunks: readonly Chunk[]): string[] {
  return [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds).flatMap((id) => APP_ONLY.exec(id)?.[1] ?? []))]
}

function rawSize(output: Bundle[string] | undefined): number {
  return output?.type === 'asset' ? output.source.length : 0
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(1).padStart(6)
}
