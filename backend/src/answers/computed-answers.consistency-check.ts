import type { ConsistencyCheck } from '../event-store/log-reading.js'

/** A stored answer must belong to an account with a key, and reflect no position beyond the log's end. */
export const computedAnswersCheck: ConsistencyCheck = {
  table: 'stored_answers',
  account: 'account_id',
  problems: `
    select case when k.account_id is null then 'stored_answers: there is a row of an account without a key'
                else 'stored_answers: ' || s.kind || ' has seen more than the log holds' end as problem
    from stored_answers s
    left join account_heads h on h.account_id = s.account_id
    left join account_keys k on k.account_id = s.account_id
    where s.account_id = $1 and (k.account_id is null or s.seq > h.seq)`,
}
