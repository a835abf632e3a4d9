import type { RowReader } from '../../platform/database/connection-pool.js'
import { deleteInPortions, type PortionedDelete } from '../../platform/database/delete-in-portions.js'
import type { CustomerState } from './present-subscription.js'

/**
 * What an operator has to look at, because no rule decides it:
 * `second`: another subscription that Stripe charges the same account for; `dispute`: one that is not decided;
 * `refund`: a payment of an erased account that Stripe cannot give back, a boleto for one; `payer`: a subscription that
 * Stripe charges for an account that is not here, or that has another customer.
 */
export const taskKinds = ['second', 'dispute', 'refund', 'payer'] as const
export type TaskKind = (typeof taskKinds)[number]

/** What a look at an account told of it, in the place of what was told before; nothing of an account that is gone. */
const NOTE = {
  name: 'note-stripe-tasks',
  text: `
    with told as (
      select kind, subject from unnest($2::text[], $3::text[]) as t (kind, subject)
      where exists (select 1 from stripe_customers where account_id = $1)
    ), over as (
      delete from stripe_tasks t where account_id = $1 and kind in ('second', 'dispute')
      and not exists (select 1 from told where told.kind = t.kind and told.subject = t.subject)
    )
    insert into stripe_tasks (kind, subject, account_id) select kind, subject, $1 from told
    on conflict (kind, subject) do update set seen_at = excluded.seen_at, account_id = excluded.account_id`,
}

const ADD = {
  name: 'add-stripe-task',
  text: `
    insert into stripe_tasks (kind, subject, account_id) values ($1, $2, $3)
    on conflict (kind, subject) do update set seen_at = excluded.seen_at, account_id = excluded.account_id`,
}

/** Payers who were not found for so long are none any more: they are looked for every day. */
const FORGET_PAYERS: PortionedDelete = {
  name: 'forget-stripe-payers',
  table: 'stripe_tasks',
  key: ['kind', 'subject'],
  where: `kind = 'payer' and seen_at < now() - interval '20 hours'`,
}

/** Notes what a look found that an operator has to know, and forgets what is so no more. */
export async function recordCustomerState(
  database: RowReader,
  accountId: string,
  { present, charged, disputes }: CustomerState,
): Promise<void> {
  const second = charged.length > 1 ? charged.filter((id) => id !== present?.subscriptionId) : []
  const told = [...second.map((id) => ['second', id] as const), ...disputes.map((id) => ['dispute', id] as const)]
  await database.rows(NOTE, [accountId, told.map(([kind]) => kind), told.map(([, subject]) => subject)])
}

/** Notes one task. Again the same. @param accountId null for an account that is gone */
export async function addTask(database: RowReader, kind: TaskKind, subject: string, accountId: string | null): Promise<void> {
  await database.rows(ADD, [kind, subject, accountId])
}

export async function forgetPayers(database: RowReader, signal: AbortSignal): Promise<void> {
  await deleteInPortions(database, FORGET_PAYERS, signal)
}
