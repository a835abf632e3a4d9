import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { routes } from './route-sizes.ts'

/** What is known of a module while chunks are made. */
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

/** What forms outside the app are made of, and the app as well. */
const BASE =
  /node_modules\/(react|react-dom|scheduler)\/|frontend\/src\/(site\/(funnel|styles)|lib\/(api|session|form|device-storage|unsaved|visit|arrival)|ui\/(button|color-scheme|link|logo|bob|icon-button|field-frame|text-field|password-field|select-field|checkbox|status-line)|ui\/(button|field|status-line)\.module)\./

/** What only parts that come later use of a package: by the package's index it counts as needed wherever anything of it is. */
const LAZY_PARTS = /node_modules\/uuid\/dist\/(v5|v35|sha1|parse)\.js/

/** What the bundler itself adds to every chunk. */
const RUNTIME = '\0rolldown/runtime.js'

/** Into which files many modules go together, so that no page and no screen is made of dozens. */
export const chunkGroups = [{ name: chunkName, debugName: 'by page and screen', includeDependenciesRecursively: false }]

/**
 * Which chunk a module goes into with others; null where it stays with what alone needs it. What a module
 * needs is needed wherever it is, so no chunk needs one that is needed less widely.
 */
function chunkName(id: string, graph: Graph): string | null {
  if (BASE.test(id) || id === RUNTIME) return 'base'
  if (LAZY_PARTS.test(id)) return 'parts'
  const beginnings = [...entryPointsOf(id, graph)]
  const outside = beginnings.filter((each) => infoOf(each, graph)?.isEntry && !isAppEntry(each))
  const inside = beginnings.filter(isScreen)
  // A part that comes later may take it from there: nobody waits for it.
  if (outside.length > 0) return inside.length > 0 || beginnings.some(isAppEntry) ? 'base' : beginnings.length > 1 ? 'funnel' : null
  if (beginnings.some(isAppEntry)) return 'start'
  if (inside.some(isShell) || inside.some(isOverview)) return 'shell'
  const [screen] = inside
  if (screen === undefined) return beginnings.length > 1 ? 'parts' : null
  // Parts that only this screen fetches take it from there.
  return beginnings.every((each) => each === screen || comesAfter(screen, each, graph)) ? basename(screen, '.tsx') : 'shell'
}

/** Whether a part is fetched by a screen alone, or by parts that are. */
function comesAfter(screen: string, part: string, graph: Graph): boolean {
  if (isScreen(part)) return false
  const fetchers = infoOf(part, graph)?.dynamicImporters ?? []
  return fetchers.every((fetcher) => [...entryPointsOf(fetcher, graph)].every((each) => each === screen || comesAfter(screen, each, graph)))
}

/** Asked once: each question to the bundler is slow. */
const moduleInfos = new Map<string, ModuleInfo | null>()

function infoOf(id: string, graph: Graph): ModuleInfo | null {
  const known = moduleInfos.get(id)
  if (known !== undefined) return known
  const info = graph.getModuleInfo(id)
  const plain = info && { isEntry: info.isEntry, importers: [...info.importers], dynamicImporters: [...info.dynamicImporters] }
  moduleInfos.set(id, plain)
  return plain
}

/** The beginnings that need a module at once: the entry, screens, doors, and parts that come later. */
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

/** Packages that are imported by name from one list of all that they export. */
const LISTED = /node_modules\/(?:@tabler\/icons-react|@mantine\/core|@mantine\/hooks)\//
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"](?:@tabler\/icons-react|@mantine\/core|@mantine\/hooks)['"]/g

/** Who imports a module. Such a list needs none of what is in it: whoever takes it from there by its name does. */
function importersOf(id: string, { importers }: ModuleInfo, graph: Graph): readonly string[] {
  if (!LISTED.test(id)) return importers
  return importers.flatMap((importer) => (isList(importer) ? (importersByName(importer, graph).get(nameOf(id)) ?? []) : [importer]))
}

function isList(id: string): boolean {
  return LISTED.test(id) && /(?:\/esm\/(?:icons\/)?index|\/tabler-icons-react)\.mjs$/.test(id)
}

/** What a module of a package exports, by the name of its file: `Drawer.mjs`, `use-click-outside.mjs`. */
function nameOf(id: string): string {
  return basename(id)
    .replace(/\..*$/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const lists = new Map<string, ReadonlyMap<string, string[]>>()

/** The files that take each name from a list. */
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
