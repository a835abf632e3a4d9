import { MAX_RENAMED } from '@prumo/shared/batch-rules'
import type { CategoryRenaming, RenamedCategory } from '@prumo/shared/batches'
import { searchable } from '@prumo/shared/search'
import { v7 as newId } from 'uuid'
import { dependsOn, ExecuteCommand, type CommandContext, type PartOutcome } from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { countOfForm } from '../mei/fiscal-totals.projection.js'
import { readMei } from '../mei/mei-profile.projection.js'
import { readRecurrences } from '../recurrences/recurrence-list.projection.js'
import { ListRules } from '../rules/rule-list.projection.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { batchDecider, type BatchCommand, type BatchState } from './batch.decider.js'
import type { BatchEvent } from './batch.events.js'
import { renamingParts, type RenamedEntities, type RenamedMei } from './transaction-parts.js'

const OF_CATEGORY = {
  name: 'transactions-of-category',
  text: `
    select id from transaction_list where account_id = $1 and coalesce(category, '') = $2 and type = $3
    order by state, date desc, created_at desc, id desc limit ${MAX_RENAMED}`,
}
const COUNT = {
  name: 'count-of-category',
  text: `
    select coalesce(sum(transactions), 0)::integer as count from category_totals
    where account_id = $1 and category = $2 and type = $3`,
}

/** What a portion of a renamed category depends on. */
interface RenamingFacts {
  /** The entities of the portion. */
  ids: RenamedEntities
  /** How many transactions have the category before it. */
  count: number
  /** Set if the profile of a MEI names the category. */
  mei: RenamedMei | null
}

class FindRenamingFacts extends AccountQuery<RenamingFacts> {
  constructor(
    readonly accountId: string,
    readonly renaming: CategoryRenaming,
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<RenamingFacts> {
    const { accountId, renaming } = this
    const { type, from } = renaming
    const given = [accountId, from ?? '', type]
    const transactions = await database.rows<{ id: string }>(OF_CATEGORY, given)
    const [counted] = await database.rows<{ count: number }>(COUNT, given)
    const recurrences = (await readRecurrences(database, accountId)).filter(
      ({ details }) => details.type === type && details.terms.some(({ category }) => category === from),
    )
    const rules = (await new ListRules(accountId).answer(database)).filter((rule) => (rule.type ?? type) === type && rule.category === from)
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
    return {
      ids: { transactions: idsOf(transactions), recurrences: idsOf(recurrences), rules: idsOf(rules) },
      count: counted?.count ?? 0,
      mei: await this.#findMei(database, transactions.length),
    }
  }

  async #findMei(database: QueryContext, portion: number): Promise<RenamedMei | null> {
    const { accountId, renaming } = this
    const { from } = renaming
    const mei = from === null ? null : await readMei(database, accountId)
    if (from === null || !mei?.excludedCategories.some((name) => searchable(name) === searchable(from))) return null
    return { accountId, keepsFrom: (await countOfForm(database, accountId, from)) > portion }
  }
}

/**
 * The command that renames a category or merges it into another: it changes a portion of the transactions, all recurrences and
 * rules, and the list of a MEI. The caller repeats it until none remain.
 */
export function renameCategory(context: CommandContext, renaming: CategoryRenaming): ExecuteCommand<RenamedCategory> {
  let remaining = 0
  const command = (parts: readonly PartOutcome[]): BatchCommand => {
    const changed = parts.filter(({ events }) => events.length > 0)
    const count = changed.filter(isTransaction).length
    return { type: 'ChangeTransactions', change: null, renamed: renaming, outcome: { count, others: changed.length - count } }
  }
  return ExecuteCommand.of<BatchCommand, BatchState, BatchEvent, RenamedCategory>(context, {
    decider: batchDecider,
    entityId: newId(),
    command: command([]),
    dependsOn: dependsOn<RenamingFacts, BatchCommand>(new FindRenamingFacts(context.accountId, renaming), ({ ids, count, mei }) => {
      remaining = count - ids.transactions.length
      return { parts: renamingParts(renaming, ids, mei), finalise: command }
    }),
    reply: (_state, _recorded, parts) => ({ changed: parts.filter(isTransaction).length, remaining }),
    isLarge: true,
  })
}

function isTransaction({ entity }: PartOutcome): boolean {
  return entity === transactionDecider.entity
}
