import type { ConsistencyCheck } from '../../event-store/log-reading.js'

/** Every row of `stripe_customers` belongs to an account with a key: an erasure leaves no link to the person. */
export const stripeCustomersCheck: ConsistencyCheck = {
  table: 'stripe_customers',
  account: 'account_id',
  problems: `
    select 'stripe_customers: there is a row of an account without a key' as problem
    from stripe_customers c left join account_keys k on k.account_id = c.account_id
    where c.account_id = $1 and k.account_id is null`,
}
