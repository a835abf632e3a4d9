import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** What a page loads before it can be used, and how much of it there may be: kilobytes of gzip. */
interface Route {
  path: string
  budget: number
  /** The lazy modules of the route, besides the entry. */
  modules: string[]
}

const KB = 1000
const CSS_BUDGET = 30
const FONT_BUDGET = 60

const SHELL = 'src/app/shell/shell.tsx'

const routes: Route[] = [
  { path: '/login', budget: 160, modules: ['src/features/identity/login-page.tsx'] },
  { path: '/register', budget: 160, modules: ['src/features/identity/registration/register-page.tsx'] },
  { path: '/forgot-password', budget: 160, modules: ['src/features/identity/forgot-password-page.tsx'] },
  { path: '/reset-password', budget: 160, modules: ['src/features/identity/reset-password-page.tsx'] },
  { path: '/dashboard', budget: 210, modules: [SHELL, 'src/app/overview-route.tsx'] },
  { path: '/dashboard/transactions', budget: 235, modules: [SHELL, 'src/features/transactions/transactions-page.tsx'] },
  { path: '/dashboard/goals', budget: 235, modules: [SHELL, 'src/features/goals/goals-page.tsx'] },
  { path: '/dashboard/emergency', budget: 235, modules: [SHELL, 'src/features/emergency-fund/emergency-fund-page.tsx'] },
  { path: '/dashboard/tasks', budget: 235, modules: [SHELL, 'src/features/tasks/tasks-page.tsx'] },
]

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** Prints what each route loads at first and fails the build when it is more than the budget. */
export function routeSizes(): Plugin {
  return {
    name: 'prumo:route-sizes',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
        const entry = chunks.find((chunk) => chunk.isEntry)
        if (!entry) throw new Error('The build has no entry')

        const rows = routes.map((route) => {
          const roots = [entry, ...route.modules.map((module) => chunkOf(module, chunks))]
          const files = closure(roots, bundle)
          const js = sum([...files].map((file) => sizeOf(bundle[file])))
          const css = sum([...cssOf(files, bundle)].map((file) => sizeOf(bundle[file])))
          return { route, js, css }
        })
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'))

        for (const { route, js, css } of rows) {
          console.log(`${route.path.padEnd(26)} ${kilobytes(js)} JS of ${route.budget} · ${kilobytes(css)} CSS of ${CSS_BUDGET}`)
        }
        const broken = [
          ...rows.filter(({ route, js }) => js > route.budget * KB).map(({ route }) => `${route.path} loads too much JavaScript`),
          ...rows.filter(({ css }) => css > CSS_BUDGET * KB).map(({ route }) => `${route.path} loads too much CSS`),
          ...fonts.filter((file) => rawSize(bundle[file]) > FONT_BUDGET * KB).map((file) => `${file} is too large`),
          ...(fonts.length === 1 ? [] : [`There are ${fonts.length} font files instead of one`]),
        ]
        if (broken.length > 0) this.error(`Over budget: ${broken.join('; ')}`)
      },
    },
  }
}

function chunkOf(module: string, chunks: Chunk[]): Chunk {
  const found = chunks.find((chunk) => chunk.isDynamicEntry && chunk.facadeModuleId?.endsWith(`/${module}`))
  if (!found) throw new Error(`${module} is not a chunk of its own: is it imported statically?`)
  return found
}

/** The chunks and everything they import statically. */
function closure(roots: Chunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const waiting = roots.map((chunk) => chunk.fileName)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const output = bundle[file]
    if (files.has(file) || output?.type !== 'chunk') continue
    files.add(file)
    waiting.push(...output.imports)
  }
  return files
}

function cssOf(files: Set<string>, bundle: Rolldown.OutputBundle): Set<string> {
  return new Set([...files].flatMap((file) => [...((bundle[file] as Chunk).viteMetadata?.importedCss ?? [])]))
}

function sizeOf(output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  return output ? gzipSync(output.type === 'chunk' ? output.code : output.source, { level: 9 }).length : 0
}

function rawSize(output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  return output?.type === 'asset' ? output.source.length : 0
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function kilobytes(bytes: number): string {
  return (bytes / KB).toFixed(1).padStart(6)
}
