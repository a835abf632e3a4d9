import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { findBrowser } from '../../../scripts/browser.mjs'
import { repository } from '../../../scripts/repository.mjs'
import type { BenchCluster } from '../cluster.js'
import { startServer } from '../processes.js'
import { markdown } from '../report.js'
import { far, near, SLOW_CPU, type NetworkConditions } from './conditions.js'
import { closeFullMonth, measurePackage, RECEIPTS, TRANSACTIONS } from './package.js'
import { openedCold, openedWarm, type PageOpening } from './opening.js'
import { scriptOf } from './scripts.js'
import { LINES, measureStatementShown } from './statement.js'
import { usedBy } from './using.js'

const DEMO = { email: 'exemplo@prumo.app', password: 'exemplo123' }

/** Empty, so that a developer's own settings have no effect. */
const OWN = { STRIPE_SECRET_KEY: '', STRIPE_SIMULATOR_URL: '', REDIS_URL: '', PUBLIC_URL: '', CONTACT_URL: '' }

const parts = { cold: openings, use: uses, statement: statements, package: packages, script: scripts }
/** The parts that can be measured, by name. */
export type BrowserPart = keyof typeof parts
export const browserParts = Object.keys(parts) as BrowserPart[]

interface BrowserRun {
  browser: Browser
  origin: string
  /** The session of the example account. */
  token: string
  rounds: number
}

/** What a person on a slow phone waits for, in a real browser against the program that `npm start` runs. */
export async function* inBrowser(cluster: BenchCluster, chosen: readonly BrowserPart[], rounds: number): AsyncGenerator<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-browser-'))
  const settings = {
    ...OWN,
    PRUMO_DATA_DIR: dataDir,
    DATABASE_URL: await cluster.database('browser'),
    DEMO_SEED: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  const program = await startServer('../../scripts/start.mjs', settings)
  const { path, args, env } = await findBrowser()
  const opened = await chromium.launch({ executablePath: path, args, env: { ...(process.env as Record<string, string>), ...env } })
  try {
    const measured = { browser: opened, origin: program.origin, token: await signedIn(program.origin), rounds }
    for (const part of chosen) yield* parts[part](measured)
  } finally {
    await opened.close()
    await program.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function signedIn(origin: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(DEMO) })
  if (!answer.ok) throw new Error(`The example account is not let in: ${answer.status}`)
  return ((await answer.json()) as { token: string }).token
}

/** The limits for each page on each connection, in milliseconds. */
const bars: readonly { network: NetworkConditions; pages: readonly { path: string; largest?: number; figures?: number }[] }[] = [
  { network: far, pages: [{ path: '/' }, { path: '/login', largest: 2400 }, { path: '/dashboard', figures: 3800 }] },
  {
    network: near,
    pages: [
      { path: '/', largest: 1200 },
      { path: '/login', largest: 1200 },
      { path: '/dashboard', figures: 1800 },
    ],
  },
]
const WARM_FIGURES = 600

async function* openings({ browser, origin, token, rounds }: BrowserRun): AsyncGenerator<string> {
  const rows: string[][] = []
  for (const { network, pages } of bars) {
    for (const { path, largest, figures } of pages) {
      const opening = await openedCold(browser, origin, path, path === '/dashboard' ? token : null, network, rounds)
      rows.push([`${path}, never opened before, ${network.name}`, ...cellsOf(opening, largest, figures)])
    }
  }
  rows.push([
    `/dashboard, opened before, ${near.name}`,
    ...cellsOf(await openedWarm(browser, origin, token, near, rounds), undefined, WARM_FIGURES),
  ])
  yield markdown(
    [`Milliseconds, a processor ${SLOW_CPU} times slower, median of ${rounds}`, 'largest paint', 'figures', 'layout shift'],
    rows,
  )
}

function cellsOf({ largest, figures, shift }: PageOpening, largestBar?: number, figuresBar?: number): string[] {
  return [within(largest, largestBar), figures === null ? '' : within(figures, figuresBar), shift.toFixed(3)]
}

const INTERACTION = 150
const SAVE = 150
const SAVE_UNTHROTTLED = 80
const SAVES = 20

async function* uses({ browser, origin, token }: BrowserRun): AsyncGenerator<string> {
  const slow = await usedBy(browser, origin, token, SLOW_CPU, SAVES)
  const fast = await usedBy(browser, origin, token, 1, SAVES)
  yield markdown(
    ['Milliseconds', `a processor ${SLOW_CPU} times slower`, 'this one'],
    [
      [
        `a touch or key until it is painted, 95th percentile of ${slow.interactions.length}`,
        within(percentile(slow.interactions, 0.95), INTERACTION),
        whole(percentile(fast.interactions, 0.95)),
      ],
      [
        `"Salvar" until the row is painted, 75th percentile of ${SAVES}`,
        within(percentile(slow.saves, 0.75), SAVE),
        within(percentile(fast.saves, 0.75), SAVE_UNTHROTTLED),
      ],
    ],
  )
}

const STATEMENT = 2000

async function* statements({ browser, origin, token, rounds }: BrowserRun): AsyncGenerator<string> {
  const slow = await measureStatementShown(browser, origin, token, SLOW_CPU, rounds)
  const fast = await measureStatementShown(browser, origin, token, 1, rounds)
  yield markdown(
    [`Milliseconds, median of ${rounds}`, `a processor ${SLOW_CPU} times slower`, 'this one'],
    [[`a statement of ${LINES.toLocaleString('en')} lines, chosen until its lines are painted`, within(slow, STATEMENT), whole(fast)]],
  )
}

const PACKAGE = 60_000

async function* packages({ browser, origin }: BrowserRun): AsyncGenerator<string> {
  const closed = await closeFullMonth(origin)
  const slow = await measurePackage(browser, origin, closed, SLOW_CPU)
  const fast = await measurePackage(browser, origin, closed, 1)
  yield markdown(
    ['', `a processor ${SLOW_CPU} times slower`, 'this one'],
    [
      [
        `the package of a month of ${whole(TRANSACTIONS)} transactions and ${RECEIPTS} receipts, milliseconds`,
        within(slow.ms, PACKAGE),
        whole(fast.ms),
      ],
      ['the largest heap of the page meanwhile, MB', whole(slow.heap / 1_000_000), whole(fast.heap / 1_000_000)],
    ],
  )
}

const FUNNEL_KB = 100
const DOCUMENT_KB = 8

async function* scripts({ browser, origin }: BrowserRun): AsyncGenerator<string> {
  const { files } = JSON.parse(await readFile(join(repository, 'frontend', 'dist', 'pages.json'), 'utf8')) as {
    files: { path: string; type: string }[]
  }
  const pages = files.filter(({ type }) => type.startsWith('text/html')).map(({ path }) => path)
  const rows = await Promise.all(
    pages.map(async (path) => {
      const isDocument = (await (await fetch(origin + path)).text()).includes('/document.js')
      return [path, within((await scriptOf(browser, origin, path)) / 1000, isDocument ? DOCUMENT_KB : FUNNEL_KB)]
    }),
  )
  yield markdown(['All script that a page fetches in ten seconds without a touch', 'kB of gzip'], rows)
}

/** The smallest number at or below which the share of all numbers lies. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function within(value: number, bar: number | undefined): string {
  return bar === undefined ? whole(value) : `${whole(value)} of ${whole(bar)}${value > bar ? ', missed' : ''}`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
