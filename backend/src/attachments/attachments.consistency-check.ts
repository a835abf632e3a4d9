import type { ConsistencyCheck } from '../event-store/log-reading.js'

/** Receipts whose sealed bytes are compared with the log when an account is verified in its turn. */
const SAMPLE = 20

/** The stored parts are those that events name, and their bytes have the recorded hash. Read models were compared with the log before. */
export const attachmentsCheck: ConsistencyCheck = {
  table: 'attachment_parts',
  account: 'account_id',
  sample: SAMPLE,
  problems: `
    with listed as (select id, upload_id, parts, sealed_hash from attachment_list where account_id = $1),
    stored as (
      select upload_id, count(*) as parts, min(part) as first, max(part) as last from attachment_parts where account_id = $1 group by upload_id
    ),
    sample as (select * from listed order by random() limit $2)
    select problem from (
      select 'attachment_parts: there are receipts of an erased account' as problem
      from (select count(*) as parts from attachment_parts where account_id = $1) p
      where p.parts > 0 and not exists (select 1 from account_keys where account_id = $1)
      union all
      select 'attachment_parts: parts of receipt ' || l.id || ' are missing'
      from listed l left join stored s on s.upload_id = l.upload_id
      where s.parts is distinct from l.parts or s.first <> 0 or s.last <> l.parts - 1
      union all
      select 'attachment_parts: the bytes of receipt ' || l.id || ' are not those that were added'
      from sample l
      where l.sealed_hash is distinct from (
        select encode(sha256(string_agg(p.sealed, ''::bytea order by p.part)), 'hex') from attachment_parts p
        where p.account_id = $1 and p.upload_id = l.upload_id)
    ) found limit 1`,
}
