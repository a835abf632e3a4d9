import type { ConsistencyCheck } from '../event-store/log-reading.js'

/** The grants of an existing account are those that events gave and did not end. */
export const grantsCheck: ConsistencyCheck = {
  table: 'guest_grants',
  account: 'account_id',
  problems: `
    select case when e.entity_id is null then 'guest_grants: there is a row that no event invited'
                else 'guest_grants: the row of one that was invited is missing' end as problem
    from (select id from guest_grants where account_id = $1) g
    full join (
      select entity_id from events where account_id = $1 and entity = 'guest'
        and exists (select 1 from account_keys k where k.account_id = $1)
      group by entity_id having (array_agg(type order by seq desc))[1] in ('GuestInvited', 'GuestEntered')
    ) e on e.entity_id = g.id
    where e.entity_id is null or g.id is null`,
}
