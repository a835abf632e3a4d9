import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../test-database.js'
import { freePort } from '@prumo/backend/platform/free-port'
import { SUPERVISOR_VARIABLE } from '@prumo/backend/platform/shutdown/supervisor-watch'
import { CostMeasurement, worstTen, type CostRun } from './test-cost-run.js'
import { MeasuredServer } from './test-measured-server.js'
import { nameOf } from './test-worst-requests.js'

/** The size that `npm run test:all` can afford: superlinear growth shows in bodies and accounts far below their limits. */
const bounded: CostRun = {
  mostBytes: 100_000,
  textKinds: 3,
  elements: 300,
  copies: [{ transactions: 600, goals: 300, tasks: 600, movements: 600, imports: 100, recurrences: 4, changes: 200, oversized: 2_000 }],
  only: '',
  mostFailures: 5,
  isAbsolute: false,
}

/** `npm run test:cost`: at the limits of the contract. */
const complete: CostRun = {
  mostBytes: 21_000_000,
  textKinds: 9,
  elements: 5_000,
  copies: [
    { transactions: 16_000 },
    { goals: 2_000, tasks: 10_000 },
    { movements: 28_000 },
    { imports: 16_000 },
    { recurrences: 500, changes: 200 },
    { oversized: 2_000 },
  ],
  only: '',
  mostFailures: 100,
  isAbsolute: true,
}

/**
 * The 99th percentile beside a hostile client may be at most so many times the one alone, plus a difference that counts as noise,
 * in milliseconds.
 */
const MOST_SLOWDOWN = 2
const NOISE_MS = 20
const NEIGHBOURS = 'neighbours'

/** PRUMO_COST_RUN overrides it, as `npm run test:cost` does. */
const { isComplete = false, ...changes } = JSON.parse(process.env.PRUMO_COST_RUN ?? '{}') as Partial<CostRun> & { isComplete?: boolean }
const isOfNeighbours = changes.only === NEIGHBOURS
const run: CostRun = { ...(isComplete ? complete : bounded), ...(isOfNeighbours && { copies: [] }), ...changes }

/** Routes of which no request can be accepted here, and why. */
const unreached = [
  // They call Stripe.
  'POST /api/subscriptions/checkout',
  'POST /api/subscriptions/change',
  'POST /api/subscriptions/portal',
  'POST /api/subscriptions/:subscriptionId/cancel',
  'POST /api/webhooks/stripe',
  // They need the answer of an authenticator or a link from a mail.
  'POST /api/auth/login/passkey',
  'POST /api/auth/passkeys',
  'PATCH /api/auth/passkeys/:id',
  'DELETE /api/auth/passkeys/:id',
  'POST /api/auth/confirm-email',
  'POST /api/auth/reset-password',
  'POST /api/guest/look',
  'POST /api/guest/enter',
  'POST /api/guest/switch',
  // It needs a wallet that nothing was in, and a request before it stated a balance.
  'DELETE /api/wallets/:id',
  // The restored copies have no receipts.
  'POST /api/data/restore/:id/attachments',
  // It needs a closed month, and the request after it opens it again.
  'GET /api/months/:month/proof',
  // They need notifications that are on, or a secret address that is shown once.
  'POST /api/reminders/test',
  'DELETE /api/reminders/devices/:id',
  'GET /api/calendars/:file',
  'POST /api/reminders/unsubscribe/:token',
  // They are the operator's.
  'GET /api/metrics',
]

let database: TestDatabase
let dataDir: string
let server: MeasuredServer
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prumo-cost-'))
  database = await createTestDatabase()
  const environment = {
    ...database.settings,
    PRUMO_DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    REGISTRATION_GRACE_SECONDS: '86400',
    [SUPERVISOR_VARIABLE]: String(process.pid),
  }
  server = await MeasuredServer.start(environment, await freePort(), database.database)
})
afterAll(async () => {
  await server?.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const measurement = () =>
  new CostMeasurement(server, run, ({ name, reason, request }) => {
    process.stdout.write(`\n${name}\n  ${reason}\n${request}\n`)
  })

it(
  'no request costs more than its size allows',
  async () => {
    const measured = measurement()
    await measured.measureEverything()
    const { figures, failures, routes, asked, accepted } = measured
    if (isComplete || failures.length > 0) {
      for (const by of ['cpuMs', 'databaseMs', 'holdMs'] as const)
        process.stdout.write(`\nThe worst ten by ${by}:\n     cpu    half      db    hold   bytes\n${worstTen(figures, by)}\n`)
      process.stdout.write(`${figures.length} measured\n`)
    }
    expect(failures.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([])
    if (run.only !== '') return
    const names = routes.map(nameOf)
    expect(names.filter((name) => !asked.has(name))).toEqual([])
    expect(names.filter((name) => !accepted.has(name)).toSorted()).toEqual(unreached.toSorted())
  },
  isComplete ? 7_200_000 : 600_000,
)

// Its figures need an otherwise idle machine, so `npm test` leaves it out.
if (isComplete && (isOfNeighbours || run.only === ''))
  it('hostile requests leave the 99th percentile of 16 writers within twice', async () => {
    const { aloneP99, besideP99, alone, beside, hostile } = await measurement().measureNeighbours()
    const figures = `${Math.round(aloneP99)} ms alone (${alone} commands), ${Math.round(besideP99)} ms beside (${beside} commands)`
    process.stdout.write(`\nThe 99th percentile of 16 writers: ${figures} ${hostile} hostile requests\n`)
    expect(besideP99).toBeLessThanOrEqual(MOST_SLOWDOWN * aloneP99 + NOISE_MS)
  }, 300_000)
