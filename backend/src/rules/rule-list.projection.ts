import { Rejected } from '@prumo/shared/rejections'
import type { Rule } from '@prumo/shared/rules'
import { searchable } from '@prumo/shared/search'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow, TableRows } from '../event-store/projection/table.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { TransactionEvent } from '../transactions/transaction.events.js'
import type { RuleScope } from './rule.decider.js'
import type { RuleDetails, RuleEvent } from './rule.events.js'

/** The rules of an account. */
export const ruleList = defineProjection<RuleEvent>({
  table: {
    name: 'rule_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      text: 'text not null',
      // The text as descriptions are compared with it.
      form: 'text not null',
      type: 'text',
      category: 'text not null',
      description: 'text',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
  },
  on: {
    RuleAdded: (event, rows) => rows.put(rowOf(event, event.data.after)),
    RuleCorrected: (event, rows) => rows.put(rowOf(event, event.data.after)),
    RuleRestored: (event, rows) => rows.put({ ...rowOf(event, event.data.after), created_at: event.data.createdAt }),
    RuleDeleted: (event, rows) => rows.remove({ account_id: event.accountId, id: event.entityId }),
  },
})

function rowOf({ accountId, entityId, recordedAt, entityVersion }: RecordedEvent<RuleEvent>, details: RuleDetails): ProjectionRow {
  const { text, type, category, description } = details
  return {
    account_id: accountId,
    id: entityId,
    text,
    form: searchable(text),
    type,
    category,
    description,
    created_at: recordedAt,
    updated_at: recordedAt,
    version: entityVersion,
  }
}

/** How many transactions were recorded with a category that came from each rule. The number never falls. */
export const ruleUses = defineProjection<RuleEvent | TransactionEvent>({
  table: {
    name: 'rule_uses',
    version: 1,
    columns: { account_id: 'uuid not null', rule_id: 'uuid not null', uses: 'bigint not null' },
    key: ['account_id', 'rule_id'],
  },
  on: {
    TransactionRecorded: ({ accountId, data }, rows) => addUses(accountId, data.ruleId, 1, rows),
    RuleRestored: ({ accountId, entityId, data }, rows) => addUses(accountId, entityId, data.uses, rows),
  },
})

function addUses(accountId: string, ruleId: string | undefined, uses: number | undefined, rows: TableRows): void {
  if (ruleId !== undefined && uses) rows.add({ account_id: accountId, rule_id: ruleId, uses })
}

const RULES = `
  select id, text, type, category, description, coalesce(u.uses, 0)::integer as uses, ${isoText('created_at')} as "createdAt",
    ${isoText('updated_at')} as "updatedAt", version
  from rule_list r left join rule_uses u on u.account_id = $1 and u.rule_id = r.id where r.account_id = $1`
const LIST = { name: 'list-rules', text: `${RULES} order by form, text, type nulls first, id` }
const FIND = { name: 'find-rule', text: `${RULES} and r.id = $2` }

/** The rules, by text. */
export class ListRules extends AccountQuery<Rule[]> {
  constructor(readonly accountId: string) {
    super()
  }

  answer(database: RowReader): Promise<Rule[]> {
    return database.rows<Rule>(LIST, [this.accountId])
  }
}

/** One rule. Throws NOT_FOUND. */
export class FindRule extends AccountQuery<Rule> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<Rule> {
    const [found] = await database.rows<Rule>(FIND, [this.accountId, this.id])
    if (!found) throw new Rejected('NOT_FOUND')
    return found
  }
}

/** What a command on a rule depends on. */
export interface RuleFacts {
  others: RuleScope[]
  uses: number
}

const SCOPES = { name: 'rule-scopes', text: 'select form, type from rule_list where account_id = $1 and ($2::uuid is null or id <> $2)' }
const USES = { name: 'uses-of-rule', text: 'select uses::integer as uses from rule_uses where account_id = $1 and rule_id = $2' }

/** What the rules of an account apply to. @param except the id of one that is left out */
export function readRuleScopes(database: RowReader, accountId: string, except: string | null = null): Promise<RuleScope[]> {
  return database.rows<RuleScope>(SCOPES, [accountId, except])
}

/** The other rules, and how often this one was used. */
export class FindRuleFacts extends AccountQuery<RuleFacts> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<RuleFacts> {
    const others = await readRuleScopes(database, this.accountId, this.id)
    const [found] = await database.rows<{ uses: number }>(USES, [this.accountId, this.id])
    return { others, uses: found?.uses ?? 0 }
  }
}
