import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { routes } from './route-sizes.ts'

/** The module graph while chunks are made. */
interface ModuleInfo {
  isEntry: boolean
  importers: readonly string[]
  dynamicImporters: readonly string[]
}

interface Graph {
  getModuleInfo: (id: string) => ModuleInfo | null
}

const matchesAnyOf = (modules: readonly string[]) => (id: string) => modules.some((module) => id.endsWith(`/${module}`))
const isScreen = matchesAnyOf(routes.flatMap(({ modules }) => modules))
const [shell = '', overview = ''] = routes[0]?.modules ?? []
const isShell = matchesAnyOf([shell])
const isOverview = matchesAnyOf([overview])
const isAppEntry = (id: string) => id.endsWith('/index.html') || id.endsWith('/src/app/main.tsx')

/** The modules of the forms outside the app, which the app uses too. */
const BASE =
  /node_modules\/(react|react-dom|scheduler)\/|frontend\/src\/(site\/(funnel|styles)|lib\/(api|session|form|device-storage|unsaved|visit|arrival)|ui\/(button|color-scheme|link|logo|bob|icon-button|field-frame|text-field|text-runs|page-error|password-field|select-field|checkbox|status-line)|ui\/(button|field|page-error|status-line)\.module)\./

/**
 * Modules of a package that only lazy parts use, such as the scroll lock of dialogs. Imported through the package's index, they would
 * count as needed wherever the package is.
 */
const LAZY_PARTS =
  /node_modules\/(uuid\/dist\/(v5|v35|sha1|parse)\.js|(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)\/)/

/**
 * What long lists need: the transactions, and the review of a statement, which loads after its screen. The latter loads the chunk of
 * the former; otherwise every screen would load it.
 */
const LONG_LISTS = /node_modules\/@tanstack\/(react-virtual|virtual-core)\/|src\/ui\/use-virtual-rows\./

/** What the bundler adds to every chunk. */
const RUNTIME = '\0rolldown/runtime.js'

/** Groups modules into chunks, so that no page or screen loads dozens of files. */
export const chunkGroups = [{ name: chunkName, debugName: 'by page and screen', includeDependenciesRecursively: false }]

/**
 * The chunk that a module shares with others; null if it stays with its only importer. A module is needed wherever its importers
 * are, so no chunk depends on one that fewer modules need.
 */
function chunkName(id: string, graph: Graph): string | null {
  if (BASE.test(id) || id === RUNTIME) return 'base'
  if (LAZY_PARTS.test(id)) return 'parts'
  if (LONG_LISTS.test(id)) return 'transactions-page'
  const beginnings = [...entryPointsOf(id, graph)]
  const outside = beginnings.filter((each) => infoOf(each, graph)?.isEntry && !isAppEntry(each))
  const inside = beginnings.filter(isScreen)
  // Lazy parts may share it: they load later, so no page waits for more.
  if (outside.length > 0) return inside.length > 0 || beginnings.some(isAppEntry) ? 'base' : beginnings.length > 1 ? 'funnel' : null
  if (beginnings.some(isAppEntry)) return 'start'
  if (inside.some(isShell) || inside.some(isOverview)) return 'shell'
  const [screen] = inside
  if (screen === undefined) return beginnings.length > 1 ? 'parts' : null
  // Lazy parts that only this screen loads share its chunk.
  return beginnings.every((each) => each === screen || comesAfter(screen, each, graph)) ? basename(screen, '.tsx') : 'shell'
}

/** Whether a lazy part is loaded only by this screen, or by parts that are. */
function comesAfter(screen: string, part: string, graph: Graph): boolean {
  if (isScreen(part)) return false
  const fetchers = infoOf(part, graph)?.dynamicImporters ?? []
  return fetchers.every((fetcher) => [...entryPointsOf(fetcher, graph)].every((each) => each === screen || comesAfter(screen, each, graph)))
}

/** Cached, because each query to the bundler is slow. */
const moduleInfos = new Map<string, ModuleInfo | null>()

function infoOf(id: string, graph: Graph): ModuleInfo | null {
  const known = moduleInfos.get(id)
  if (known !== undefined) return known
  const info = graph.getModuleInfo(id)
  const plain = info && { isEntry: info.isEntry, importers: [...info.importers], dynamicImporters: [...info.dynamicImporters] }
  moduleInfos.set(id, plain)
  return plain
}

/** The roots that import a module statically: the entry, screens, pages and lazy parts. */
function entryPointsOf(id: string, graph: Graph): ReadonlySet<string> {
  const beginnings = new Set<string>()
  const seen = new Set([id])
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const info = infoOf(next, graph)
    if (info && (info.isEntry || info.dynamicImporters.length > 0)) beginnings.add(next)
    for (const importer of info ? importersOf(next, info, graph) : []) {
      if (seen.has(importer)) continue
      seen.add(importer)
      waiting.push(importer)
    }
  }
  return beginnings
}

/** Packages that are imported by name from one index of all their exports. */
const LISTED = /node_modules\/(?:@tabler\/icons-react|@mantine\/core|@mantine\/hooks)\//
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"](?:@tabler\/icons-react|@mantine\/core|@mantine\/hooks)['"]/g

/** The importers of a module. For a module in an index: those files that import it from there by name, not the index. */
function importersOf(id: string, { importers }: ModuleInfo, graph: Graph): readonly string[] {
  if (!LISTED.test(id)) return importers
  return importers.flatMap((importer) => (isList(importer) ? (importersByName(importer, graph).get(nameOf(id)) ?? []) : [importer]))
}

function isList(id: string): boolean {
  return LISTED.test(id) && /(?:\/esm\/(?:icons\/)?index|\/tabler-icons-react)\.mjs$/.test(id)
}

/** The name that a package's module exports, derived from its file: `Drawer.mjs`, `use-click-outside.mjs`. */
function nameOf(id: string): string {
  return basename(id)
    .replace(/\..*$/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const lists = new Map<string, ReadonlyMap<string, string[]>>()

/** The files that import each name from an index. */
function importersByName(list: string, graph: Graph): ReadonlyMap<string, string[]> {
  const known = lists.get(list)
  if (known) return known
  const takers = new Map<string, string[]>()
  lists.set(list, takers)
  for (const file of infoOf(list, graph)?.importers ?? []) {
    for (const [, names = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      for (const name of names.split(',')) {
        const taken = name.trim().split(' as ')[0] ?? ''
        takers.set(taken, [...(takers.get(taken) ?? []), file])
      }
    }
  }
  return takers
}
