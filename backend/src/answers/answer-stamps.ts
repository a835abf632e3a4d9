import { isoText } from '../event-store/stream/read-stream.js'

/** What a stored answer was computed of, and whether work for it waits or is claimed. */
export interface AnswerStamp {
  kind: string
  /** The position it was computed at. */
  seq: number
  /** ISO 8601 UTC. */
  computedAt: string
  behind: boolean
}

/**
 * The SQL of a stored answer's stamp as a text. An event on which the answer depends leaves a row in the outbox with its
 * own commit, and the answer that saw it takes the row away with its own. So without a row the answer is that of the
 * account's last event, whatever its `seq`: nothing that happened since can have changed it, and nobody will compute it
 * anew. @param a the alias of its row in `stored_answers` @param account the SQL of whose it is
 */
export const stampSql = (a: string, account: string) => `
  concat_ws(' ', ${a}.kind, ${a}.seq, ${isoText(`${a}.computed_at`)},
    case when (select 1 from outbox o where o.account_id = ${account} and o.kind = ${a}.kind and o.subject = ${a}.account_id::text limit 1) is null then 'done' else 'behind' end)`

export function readStamp(text: string): AnswerStamp {
  const [kind = '', seq, computedAt = '', state] = text.split(' ')
  return { kind, seq: Number(seq), computedAt, behind: state !== 'done' }
}

/** The position that a stored answer reflects; null for where the log ended when its stamp was read. */
export function reflectedPosition({ seq, behind }: AnswerStamp): number | null {
  return behind ? seq : null
}
