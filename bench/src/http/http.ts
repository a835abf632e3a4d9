import pg from 'pg'
import { openProduct } from '../append/prumo.js'
import { openTypeOrm } from '../append/typeorm.js'
import type { BenchCluster } from '../cluster.js'
import { startServer } from '../processes.js'
import { createProduct } from '../product.js'
import { measureInTurns, type Rates } from '../rounds.js'
import { askingAgainOver, listingOver, recordingOver } from './load.js'

/** Enough people that none exceeds the rate limit, which the product applies as in production. */
const PEOPLE = 256

/** Recording and listing over HTTP, the product's API against plain CRUD, each in a process of its own. */
export async function http(
  cluster: BenchCluster,
  concurrency: number,
  effort: { rounds: number; seconds: number },
): Promise<{ recording: Rates[]; listing: Rates[] }> {
  const product = await createProduct(cluster, 'product_http')
  const crudUrl = await cluster.database('crud_http')
  // Creates the tables of sessions as well.
  await (await openProduct(crudUrl)).database.close()
  await (await openTypeOrm(crudUrl, 1)).destroy()

  const api = await product.startApi()
  const crud = await startServer('./http/crud-server.js', { ...product.settings, DATABASE_URL: crudUrl })
  try {
    const tokens = (await product.signIn(PEOPLE)).map(({ token }) => token)
    await copySessions(product.url, crudUrl)
    const turns = { ...effort, concurrency }
    const recording = await measureInTurns(
      [recordingOver('Prumo', api.origin, tokens), recordingOver('plain Nest and TypeORM', crud.origin, tokens)],
      turns,
      cluster.settle,
    )
    const listing = await measureInTurns(
      [
        listingOver('Prumo', api.origin, tokens),
        listingOver('plain Nest and TypeORM', crud.origin, tokens),
        await askingAgainOver('Prumo, asked with If-None-Match', api.origin, tokens),
      ],
      turns,
      cluster.settle,
    )
    return { recording, listing }
  } finally {
    await crud.stop()
    await product.close()
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
