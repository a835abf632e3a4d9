import type { Cluster } from '../cluster.js'
import { measureInTurns, type Rates } from '../rounds.js'
import { emmett } from './emmett.js'
import type { Open } from './opened.js'
import { prumo } from './prumo.js'
import { rawInsert } from './raw-insert.js'
import { typeOrmAudit, typeOrmSave } from './typeorm.js'

const contenders: Record<string, Open> = { prumo, raw: rawInsert, save: typeOrmSave, audit: typeOrmAudit, emmett }

/** Recording transactions, each caller into an account of its own and each contender with a connection for every caller. */
export async function append(cluster: Cluster, concurrency: number, effort: { rounds: number; seconds: number }): Promise<Rates[]> {
  const opened = []
  for (const [name, open] of Object.entries(contenders)) opened.push(await open(await cluster.database(`${name}_${concurrency}`), concurrency, concurrency))
  try {
    return await measureInTurns(opened, { ...effort, concurrency }, cluster.settle)
  } finally {
    for (const contender of opened) await contender.close()
  }
}
