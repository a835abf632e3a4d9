import type { RowReader } from '../../platform/database/connection-pool.js'
import { deleteInPortions, type PortionedDelete } from '../../platform/database/delete-in-portions.js'
import type { CustomerState } from './present-subscription.js'

/**
 * Tasks that only an operator can decide.
 * `second`: another subscription that Stripe charges for the same account; `dispute`: an undecided dispute; `refund`: a
 * payment of an erased account that Stripe cannot refund, such as a boleto; `payer`: a subscription charged for an
 * account that does not exist here or has another customer.
 */
export const taskKinds = ['second', 'dispute', 'refund', 'payer'] as const
export type TaskKind = (typeof taskKinds)[number]

/** Replaces an account's tasks with those of the latest look; does nothing for an erased account. */
const NOTE = {
  name: 'note-stripe-tasks',
  text: `
    with found as (
      select kind, subject from unnest($2::text[], $3::text[]) as t (kind, subject)
      where exists (select 1 from stripe_customers where account_id = $1)
    ), over as (
      delete from stripe_tasks t where account_id = $1 and kind in ('second', 'dispute')
      and not exists (select 1 from found where found.kind = t.kind and found.subject = t.subject)
    )
    insert into stripe_tasks (kind, subject, account_id) select kind, subject, $1 from found
    on conflict (kind, subject) do update set seen_at = excluded.seen_at, account_id = excluded.account_id`,
}

const ADD = {
  name: 'add-stripe-task',
  text: `
    insert into stripe_tasks (kind, subject, account_id) values ($1, $2, $3)
    on conflict (kind, subject) do update set seen_at = excluded.seen_at, account_id = excluded.account_id`,
}

/** Payers are searched every day: one not found for this long is settled. */
const FORGET_PAYERS: PortionedDelete = {
  name: 'forget-stripe-payers',
  table: 'stripe_tasks',
  key: ['kind', 'subject'],
  where: `kind = 'payer' and seen_at < now() - interval '20 hours'`,
}

/** Stores the tasks that a look found, and deletes the account's settled ones. */
export async function recordCustomerState(
  database: RowReader,
  accountId: string,
  { present, charged, disputes }: CustomerState,
): Promise<void> {
  const second = charged.length > 1 ? charged.filter((id) => id !== present?.subscriptionId) : []
  const tasks = [...second.map((id) => ['second', id] as const), ...disputes.map((id) => ['dispute', id] as const)]
  await database.rows(NOTE, [accountId, tasks.map(([kind]) => kind), tasks.map(([, subject]) => subject)])
}

/** Stores a task; idempotent. @param accountId null for an erased account */
export async function addTask(database: RowReader, kind: TaskKind, subject: string, accountId: string | null): Promise<void> {
  await database.rows(ADD, [kind, subject, accountId])
}

export async function forgetPayers(database: RowReader, signal: AbortSignal): Promise<void> {
  await deleteInPortions(database, FORGET_PAYERS, signal)
}
