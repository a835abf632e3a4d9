import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { MASTER_KEY, openProduct } from '../append/prumo.js'
import { openTypeOrm } from '../append/typeorm.js'
import type { BenchCluster } from '../cluster.js'
import { startServer } from '../processes.js'
import { measureInTurns, type Rates } from '../rounds.js'
import { askingAgainOver, listingOver, recordingOver } from './load.js'
import { LONG_GRACE, signIn } from './people.js'

/** Enough people that none exceeds the rate limit, which the product applies as in production. */
const PEOPLE = 256

/** Recording and listing over HTTP, the product's API against plain CRUD, each in a process of its own. */
export async function http(
  cluster: BenchCluster,
  concurrency: number,
  effort: { rounds: number; seconds: number },
): Promise<{ recording: Rates[]; listing: Rates[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-http-'))
  const secret = randomBytes(32).toString('base64')
  const [productUrl, crudUrl] = [await cluster.database('product_http'), await cluster.database('crud_http')]
  const shared = { JWT_SECRET: secret, MASTER_KEY: MASTER_KEY.toString('base64'), PRUMO_DATA_DIR: dataDir, ...LONG_GRACE }
  const settings = { ...shared, DEMO_SEED: 'off', LOG_LEVEL: 'warn', DATABASE_URL: productUrl }
  // Creates the tables of sessions as well.
  await (await openProduct(crudUrl)).database.close()
  await (await openTypeOrm(crudUrl, 1)).destroy()

  const product = await startServer('../../backend/dist/main.js', settings)
  const crud = await startServer('./http/crud-server.js', { ...shared, DATABASE_URL: crudUrl })
  try {
    const tokens = (await signIn(productUrl, secret, PEOPLE)).map(({ token }) => token)
    await copySessions(productUrl, crudUrl)
    const turns = { ...effort, concurrency }
    const recording = await measureInTurns(
      [recordingOver('Prumo', product.origin, tokens), recordingOver('plain Nest and TypeORM', crud.origin, tokens)],
      turns,
      cluster.settle,
    )
    const listing = await measureInTurns(
      [
        listingOver('Prumo', product.origin, tokens),
        listingOver('plain Nest and TypeORM', crud.origin, tokens),
        await askingAgainOver('Prumo, asked with If-None-Match', product.origin, tokens),
      ],
      turns,
      cluster.settle,
    )
    return { recording, listing }
  } finally {
    await product.stop()
    await crud.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Copies the sessions of one database to the other, so that the same tokens are valid. */
async function copySessions(from: string, to: string): Promise<void> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)]
  await Promise.all([source.connect(), target.connect()])
  for (const table of ['users', 'sessions', 'account_profile']) {
    const { rows } = await source.query<{ all: string }>(`select json_agg(t)::text as all from ${table} t`)
    await target.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [rows[0]?.all])
  }
  await Promise.all([source.end(), target.end()])
}
