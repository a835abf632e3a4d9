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

/** SQLSTATE of a statement timeout. */
const QUERY_CANCELED = '57014'

export interface Verdict {
  accountId: string
  events: number
  head: KnownHead
  /** The first problem found, or null. */
  problem: string | null
}

/**
 * Checks everything that the database holds of one account against its log, in both directions: chain, positions, versions,
 * times, head, key, decryption of every text, every read model against a replay, stored replies, and plain tables. Reads one
 * snapshot, so writers continue; memory is bounded. Reports the first difference, and rejects only while the database is
 * unavailable.
 * @param known a head that the log must still hold
 * @param isThorough whether to read all large values, such as the bytes of receipts, instead of a sample
 */
export async function verifyAccount(
  database: Pick<ConnectionPool, 'inRolledBackSnapshot'>,
  reading: LogReading,
  accountId: string,
  { known, isThorough = false }: { known?: KnownHead | undefined; isThorough?: boolean } = {},
): Promise<Verdict> {
  const walked = startOfChain()
  let problem: string | null = null
  try {
    await database.inRolledBackSnapshot((client) => checkAccount(client, reading, accountId, walked, { known, isThorough }))
  } catch (error) {
    problem = problemOf(error)
  }
  return { accountId, events: walked.seq, head: { seq: walked.seq, hash: walked.hash.toString('hex') }, problem }
}

/**
 * Failures that a damaged account causes are that account's problem, and do not stop the verification of others. Throws while
 * the database is unavailable.
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
  { known, isThorough }: { known: KnownHead | undefined; isThorough: boolean },
): Promise<void> {
  // Lock before the first query takes the snapshot, which would not see a read model rebuilt later.
  await client.query(`lock table ${reading.readModels.projections.map(({ table }) => table.name).join(', ')} in access share mode`)
  const facts = await loadAccountFacts(client, accountId)
  const key = facts.wrappedKey && reading.keys.unwrap(accountId, facts.wrappedKey)
  // For an erased account no event is applied, so its read models are expected to be empty.
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
  for (const { problems, sample } of reading.consistencyChecks) {
    const values = sample === undefined ? [accountId] : [accountId, isThorough ? null : sample]
    const { rows } = await client.query<{ problem: string }>(problems, values)
    if (rows[0]) throw new LogDifference(rows[0].problem)
  }
}
