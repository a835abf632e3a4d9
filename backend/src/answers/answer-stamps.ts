import { isoText } from '../event-store/stream/read-stream.js'

/** The state that a stored answer was computed from, and whether a job to renew it is queued or claimed. */
export interface AnswerStamp {
  kind: string
  /** The position it was computed at. */
  seq: number
  /** ISO 8601 UTC. */
  computedAt: string
  behind: boolean
}

/**
 * SQL of a stored answer's stamp as text. An event that the answer depends on inserts an outbox row in its own commit, and the
 * answer that includes the event deletes the row in its own. So without a row the answer is up to date with the account's log,
 * regardless of its `seq`. @param a alias of its row in `stored_answers` @param account SQL of the account's id
 */
export const stampSql = (a: string, account: string) => `
  concat_ws(' ', ${a}.kind, ${a}.seq, ${isoText(`${a}.computed_at`)},
    case when (select 1 from outbox o where o.account_id = ${account} and o.kind = ${a}.kind and o.subject = ${a}.account_id::text limit 1) is null then 'done' else 'behind' end)`

export function readStamp(text: string): AnswerStamp {
  const [kind = '', seq, computedAt = '', state] = text.split(' ')
  return { kind, seq: Number(seq), computedAt, behind: state !== 'done' }
}

/** The position that a stored answer reflects; null for the end of the log at the time its stamp was read. */
export function reflectedPosition({ seq, behind }: AnswerStamp): number | null {
  return behind ? seq : null
}
