import { Logger } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import type { Settings } from '../../platform/config/settings.js'
import type { Database } from '../../platform/database/database.js'
import { accountOfKey, stripeOf, unlessMissing } from './stripe-client.js'
import { atStart } from './start-patience.js'

const RETRY_SECONDS = 60

/** Whose a key is: an account of Stripe's, which a restricted key may not tell, and whether it moves real money. */
interface KeyHolder {
  accountId: string | null
  live: boolean
}

const STORED = { name: 'stripe-account', text: 'select account_id as "accountId", live from stripe_account' }
const STORE = {
  name: 'store-stripe-account',
  text: `
    insert into stripe_account as a (account_id, live) values ($1, $2)
    on conflict (single) do update set account_id = coalesce(a.account_id, excluded.account_id) where a.live = excluded.live`,
}
const LATEST_CUSTOMER = {
  name: 'latest-stripe-customer',
  text: 'select customer_id as "customerId" from stripe_customers where customer_id is not null order by known_since desc limit 1',
}

/** Settings whose key was found to be the one that the customers here were made with. */
const known = new WeakSet<Settings>()
const logger = new Logger('stripe')

/**
 * Holds the key of the settings to the one that this database's customers were made with. To another key, or in the
 * other mode, every customer is unknown, and would be seen as ended.
 */
export class StripeKey {
  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {}

  /** @throws InvalidSettings naming what differs; Rejected with UNAVAILABLE while Stripe cannot be asked */
  async check(): Promise<void> {
    if (known.has(this.settings)) return
    const [stored] = await this.database.rows<KeyHolder>(STORED)
    if (stored) return this.#hold(stored)
    const [customer] = await this.database.rows<{ customerId: string }>(LATEST_CUSTOMER)
    // Customers of before keys were noted: whose they are is asked once.
    if (!customer) return
    if (!(await unlessMissing(stripeOf(this.settings).customers.retrieve(customer.customerId)))) {
      throw new InvalidSettings(['STRIPE_SECRET_KEY: com esta chave a Stripe não conhece os clientes deste banco.'])
    }
    await this.claim()
  }

  /** The same as a start does it: a Stripe that is out of reach, or slow, stops none. Then it is done before the first look. */
  checkAtStart(): Promise<void> {
    return atStart(this.check())
  }

  /** The same where people wait for an answer. Rejects with UNAVAILABLE for another's key, which an operator is told of. */
  async require(): Promise<void> {
    try {
      await this.check()
    } catch (error) {
      throw this.#told(error)
    }
  }

  /** Notes whose key it is, before the first customer is made with it. Rejects as `require` does. */
  async claim(): Promise<void> {
    if (known.has(this.settings)) return
    const { accountId, live } = await this.#holder()
    await this.database.rows(STORE, [accountId, live])
    await this.require()
  }

  async #hold(stored: KeyHolder): Promise<void> {
    // The mode is in the key itself, so it is told apart while Stripe is away too.
    const live = isLive(this.settings)
    if (live !== stored.live) throw new InvalidSettings([differing({ accountId: null, live }, stored)])
    const holder = await this.#holder()
    if (holder.accountId !== null && stored.accountId !== null && holder.accountId !== stored.accountId) {
      throw new InvalidSettings([differing(holder, stored)])
    }
    known.add(this.settings)
  }

  async #holder(): Promise<KeyHolder> {
    return { accountId: await accountOfKey(stripeOf(this.settings)), live: isLive(this.settings) }
  }

  #told(error: unknown): unknown {
    if (!(error instanceof InvalidSettings)) return error
    logger.error({ problems: error.problems }, 'The key of Stripe is not the one of this database: nothing is asked with it')
    return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
  }
}

function isLive({ stripe }: Settings): boolean {
  return !/^[sr]k_test_/.test(stripe.secretKey)
}

function differing(given: KeyHolder, stored: KeyHolder): string {
  return `STRIPE_SECRET_KEY: a chave é ${named(given)}; os clientes deste banco são ${named(stored)}.`
}

function named({ accountId, live }: KeyHolder): string {
  return `do modo ${live ? 'de produção' : 'de teste'}${accountId === null ? '' : ` da conta ${accountId}`}`
}
