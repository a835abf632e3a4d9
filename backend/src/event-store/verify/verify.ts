import type { PoolClient } from 'pg'
import type { ConnectionPool } from '../../platform/database/connection-pool.js'
import { isAway } from '../../platform/database/sqlstate.js'
import { loadAccountFacts, checkEnd } from './account-facts.js'
import { CheckpointChecks } from './checkpoint-checks.js'
import { LogDifference, reasonOf } from './log-difference.js'
import { checkReplies, checkVersions } from './log-checks.js'
import type { LogReading } from '../log-reading.js'
import { ReplayedTable } from './replayed-table.js'
import { startOfChain, walkChain, type KnownHead, type ChainProgress } from './chain-walk.js'

export type { KnownHead } from './chain-walk.js'

/** How Postgres ends a statement that took too long. */
const QUERY_CANCELED = '57014'

export interface Verdict {
  accountId: string
  events: number
  head: KnownHead
  /** The first thing that is wrong, or null. */
  problem: string | null
}

/**
 * Holds everything that the database says of one account to its log, in both directions: chain, positions, versions,
 * times, head, key, every text readable, every read model equal to a replay, the replies kept for repeats, and the plain
 * tables that speak of it. Reads one snapshot, so writers may go on; its memory is bounded, whatever the account's size.
 * Names the first difference, and rejects only while the database is away.
 */
export async function verifyAccount(
  database: Pick<ConnectionPool, 'inRolledBackSnapshot'>,
  reading: LogReading,
  accountId: string,
  known?: KnownHead,
): Promise<Verdict> {
  const walked = startOfChain()
  let problem: string | null = null
  try {
    await database.inRolledBackSnapshot((client) => checkAccount(client, reading, accountId, walked, known))
  } catch (error) {
    problem = problemOf(error)
  }
  return { accountId, events: walked.seq, head: { seq: walked.seq, hash: walked.hash.toString('hex') }, problem }
}

/**
 * Whatever a damaged account makes the program stumble over is that account's problem, and stops no check of others.
 * Throws while the database is away.
 */
function problemOf(error: unknown): string {
  if ((error as { code?: string }).code === QUERY_CANCELED)
    return 'It is too large to be verified in the time that this process has: ops verify has more'
  if (isAway(error)) throw error
  return reasonOf(error)
}

async function checkAccount(
  client: PoolClient,
  reading: LogReading,
  accountId: string,
  walked: ChainProgress,
  known: KnownHead | undefined,
): Promise<void> {
  // Before the first question, with which the snapshot is taken: of a read model made again later it would know nothing.
  await client.query(`lock table ${reading.readModels.projections.map(({ table }) => table.name).join(', ')} in access share mode`)
  const facts = await loadAccountFacts(client, accountId)
  const key = facts.wrappedKey && reading.keys.unwrap(accountId, facts.wrappedKey)
  // Of an erased account nothing is applied, so what is expected of its read models is that they are empty.
  const tables = reading.readModels.projections.map((projection) => new ReplayedTable(client, projection))
  const checkpoints = facts.hasCheckpoints ? new CheckpointChecks(client, reading, accountId) : null
  for await (const events of walkChain(client, reading.codec, accountId, key, walked, { known, latest: facts.latest })) {
    for (const table of tables) await table.apply(events)
    checkpoints?.apply(events)
  }
  checkEnd(facts, walked, known)
  await checkVersions(client, accountId)
  for (const table of tables) await table.compare(accountId)
  await checkpoints?.compare(key, walked.resetSeq)
  await checkReplies(client, accountId, key)
  for (const { problems } of reading.consistencyChecks) {
    const { rows } = await client.query<{ problem: string }>(problems, [accountId])
    if (rows[0]) throw new LogDifference(rows[0].problem)
  }
}
