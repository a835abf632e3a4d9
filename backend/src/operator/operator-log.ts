import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Database } from '../platform/database/database.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'

/** How a command ended. A command without a second row was killed. */
export type OperatorOutcome = 'begun' | 'ok' | 'wrong' | 'unanswered'

/** An operator's action. */
export interface OperatorAction {
  /** The operator's work name. */
  operator: string
  /** The command line, without personal data. */
  line: string
  /** The account concerned, if its own log could not take the record. */
  accountId: string | null
  reason: string | null
}

/** A row of the log without its hash, the reason sealed. */
interface UnhashedLogEntry extends OperatorAction {
  seq: number
  /** ISO 8601 UTC with milliseconds, by Postgres' clock; never decreases. */
  at: string
  outcome: OperatorOutcome
  /** The row of the command's start; null in that row. */
  startSeq: number | null
}

interface OperatorLogEntry extends UnhashedLogEntry {
  previousHash: Buffer
  hash: Buffer
}

/** `sha256(previous hash ‖ UTF-8 of the text)`, specified in docs/event-chain.md. No part can contain a line feed. */
function entryHash(previous: Buffer, { seq, at, operator, line, accountId, reason, outcome, startSeq }: UnhashedLogEntry): Buffer {
  const text = ['prumo-operator-1', seq, at, operator, line, accountId ?? '', reason ?? '', outcome, startSeq ?? ''].join('\n')
  return createHash('sha256').update(previous).update(text).digest()
}

/** Binds a sealed reason to its row. */
function contextOf(seq: number): string {
  return `operator-log\n${seq}`
}

// The lock of the head serialises operators, so that rows form one chain.
const END = `
  select h.seq, h.hash, to_char(greatest(clock_timestamp(), (select at from operator_log l where l.seq = h.seq)) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from operator_log_head h for update of h`

const INSERT = `
  insert into operator_log (seq, at, operator, line, account_id, reason, outcome, begun, previous_hash, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

const MOVE = 'update operator_log_head set seq = $1, hash = $2'

/** The operators' actions outside of accounts' own logs, in order. Append-only: the end of a command is a row of its own. */
export class OperatorLog {
  readonly #keys: ServerKeys | null

  /** @param reading may be missing if no reason is written or read */
  constructor(private readonly workbench: { database: Database; reading?: LogReading }) {
    const { database, reading } = workbench
    this.#keys = reading ? new ServerKeys(database, reading.keys) : null
  }

  /** Records the start of a command. @returns the position of the row. Throws if it cannot be written */
  begin(action: OperatorAction): Promise<number> {
    return this.#append(action, 'begun', null)
  }

  /** Records the end of the command that started at a position. */
  async end(action: OperatorAction, startSeq: number, outcome: Exclude<OperatorOutcome, 'begun'>): Promise<void> {
    await this.#append({ ...action, reason: null }, outcome, startSeq)
  }

  async #append(action: OperatorAction, outcome: OperatorOutcome, startSeq: number | null): Promise<number> {
    const key = action.reason === null ? null : await this.#key()
    return this.workbench.database.transaction(async (client) => {
      const { rows } = await client.query<{ seq: number; hash: Buffer; at: string }>(END)
      const [end] = rows
      if (!end) throw new Error('The operator log has no head')
      const seq = end.seq + 1
      const reason = action.reason === null ? null : (key as DataKey).seal(action.reason, contextOf(seq))
      const { operator, line, accountId } = action
      const hash = entryHash(end.hash, { seq, at: end.at, operator, line, accountId, reason, outcome, startSeq })
      await client.query(INSERT, [seq, end.at, operator, line, accountId, reason, outcome, startSeq, end.hash, hash])
      await client.query(MOVE, [seq, hash])
      return seq
    })
  }

  async #key(): Promise<DataKey> {
    if (!this.#keys) throw new Error('A reason needs the keys that seal it')
    return this.#keys.of('operator-log')
  }

  /** The reason of a row in clear; null if it has none. */
  async reasonOf({ seq, reason }: { seq: number; reason: string | null }): Promise<string | null> {
    return reason === null ? null : (await this.#key()).open(reason, contextOf(seq))
  }
}

/** How far a verification of the operator log came, and the first problem, or null. */
export interface OperatorLogVerdict {
  rows: number
  head: { seq: number; hash: string }
  problem: string | null
}

const PAGE = 1_000
const ROWS = `
  select seq, ${isoText('at')} as at, operator, line, account_id as "accountId", reason, outcome, begun as "startSeq", previous_hash as "previousHash", hash
  from operator_log where seq > $1 order by seq limit ${PAGE}`

/**
 * Verifies the chain and head of the operator log in one snapshot, and opens each reason. Rejects only while the
 * database is unreachable.
 */
export async function verifyOperatorLog(workbench: { database: Database; reading: LogReading }): Promise<OperatorLogVerdict> {
  const log = new OperatorLog(workbench)
  const walked: OperatorLogProgress = { seq: 0, hash: GENESIS_HASH, at: '' }
  const problem = await workbench.database.inRolledBackSnapshot(async (client) => {
    const { rows: heads } = await client.query<{ seq: number; hash: Buffer }>('select seq, hash from operator_log_head')
    const found = await firstProblem(client, log, walked)
    if (found) return found
    const [head] = heads
    if (!head) return 'The operator log has no head'
    return head.seq === walked.seq && head.hash.equals(walked.hash)
      ? null
      : `The head of the operator log stands at ${head.seq}, the log ends at ${walked.seq}`
  })
  return { rows: walked.seq, head: { seq: walked.seq, hash: walked.hash.toString('hex') }, problem }
}

interface OperatorLogProgress {
  seq: number
  hash: Buffer
  at: string
}

async function firstProblem(client: PoolClient, log: OperatorLog, walked: OperatorLogProgress): Promise<string | null> {
  for (;;) {
    const { rows } = await client.query<OperatorLogEntry>(ROWS, [walked.seq])
    for (const entry of rows) {
      const name = `Row ${entry.seq} of the operator log`
      if (entry.seq !== walked.seq + 1) return `Row ${walked.seq + 1} of the operator log is missing: ${entry.seq} follows ${walked.seq}`
      if (!entry.previousHash.equals(walked.hash)) return `${name}: it does not name the hash of the one in front of it`
      if (!entryHash(walked.hash, entry).equals(entry.hash)) return `${name}: its hash does not follow from what is stored`
      if (entry.at < walked.at) return `${name}: it was written before the one in front of it`
      const opens = await log.reasonOf(entry).then(
        () => true,
        () => false,
      )
      if (!opens) return `${name}: its reason does not open`
      Object.assign(walked, { seq: entry.seq, hash: entry.hash, at: entry.at })
    }
    if (rows.length < PAGE) return null
  }
}
