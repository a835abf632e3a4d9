import type { Database } from '../../platform/database/database.js'

/** A verification's result: the end of the log with its hash in hexadecimal, and the problem found, without personal data. */
export interface VerificationResult {
  accountId: string
  seq: number
  hash: string
  problem: string | null
}

const NOTE = {
  name: 'note-verification',
  text: `
    insert into verifications as v (account_id, verified_at, seq, hash, problem) values ($1, now(), $2, decode($3, 'hex'), $4)
    on conflict (account_id) do update set verified_at = excluded.verified_at, problem = excluded.problem,
      seq = greatest(v.seq, excluded.seq), hash = case when excluded.seq > v.seq then excluded.hash else v.hash end`,
}

/** Stores a verification's result. The furthest confirmed position is kept. */
export async function noteVerification(database: Database, { accountId, seq, hash, problem }: VerificationResult): Promise<void> {
  await database.rows(NOTE, [accountId, seq, hash, problem])
}
