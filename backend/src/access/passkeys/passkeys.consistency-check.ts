import type { ConsistencyCheck } from '../../event-store/log-reading.js'

/** The passkeys of an existing account are those that events added and did not remove. */
export const passkeysCheck: ConsistencyCheck = {
  table: 'passkeys',
  account: 'user_id',
  problems: `
    select case when e.entity_id is null then 'passkeys: there is a row that no event added'
                else 'passkeys: the row of one that was added is missing' end as problem
    from (select id from passkeys where user_id = $1) p
    full join (
      select entity_id from events where account_id = $1 and entity = 'passkey'
        and exists (select 1 from account_keys k where k.account_id = $1)
      group by entity_id having (array_agg(type order by seq desc))[1] = 'PasskeyAdded'
    ) e on e.entity_id = p.id
    where e.entity_id is null or p.id is null`,
}
