import type { ConsistencyCheck } from './log-reading.js'

/** A plain table that has one row, by its `id`, for each living entity of a kind. */
interface EntityRows {
  table: string
  /** The column of the account. */
  account: string
  entity: string
  /** The types of events after which the entity is alive; one of them is its last. */
  aliveAfter: readonly string[]
  /** The word for what creates the entity, as `added`. */
  created: string
}

/** The rows of an existing account are those of the entities that its events created and did not end. */
export function entityRowsCheck({ table, account, entity, aliveAfter, created }: EntityRows): ConsistencyCheck {
  const types = aliveAfter.map((type) => `'${type}'`).join(', ')
  return {
    table,
    account,
    problems: `
    select case when e.entity_id is null then '${table}: there is a row that no event ${created}'
                else '${table}: the row of one that was ${created} is missing' end as problem
    from (select id from ${table} where ${account} = $1) r
    full join (
      select entity_id from events where account_id = $1 and entity = '${entity}'
        and exists (select 1 from account_keys k where k.account_id = $1)
      group by entity_id having (array_agg(type order by seq desc))[1] in (${types})
    ) e on e.entity_id = r.id
    where e.entity_id is null or r.id is null`,
  }
}
