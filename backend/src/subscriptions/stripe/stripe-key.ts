import { Logger } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import type { Settings } from '../../platform/config/settings.js'
import type { Database } from '../../platform/database/database.js'
import { accountOfKey, stripeOf, nullIfMissing } from './stripe-client.js'
import { atStart } from './start-patience.js'

const RETRY_SECONDS = 60

/** The owner of a key: an account of Stripe's (null if a restricted key hides it), and whether it is in live mode. */
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

/** Settings whose key was found to match the stored one. */
const known = new WeakSet<Settings>()
const logger = new Logger('stripe')

/**
 * Compares the settings' key with the one that created this database's customers. With another account's key, or in the
 * other mode, every customer would be unknown and count as ended.
 */
export class StripeKey {
  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {}

  /** @throws InvalidSettings naming the difference; Rejected with UNAVAILABLE while Stripe cannot be reached */
  async check(): Promise<void> {
    if (known.has(this.settings)) return
    const [stored] = await this.database.rows<KeyHolder>(STORED)
    if (stored) return this.#hold(stored)
    const [customer] = await this.database.rows<{ customerId: string }>(LATEST_CUSTOMER)
    // Customers exist but no key is stored: ask Stripe once whether it knows them.
    if (!customer) return
    if (!(await nullIfMissing(stripeOf(this.settings).customers.retrieve(customer.customerId)))) {
      throw new InvalidSettings(['STRIPE_SECRET_KEY: com esta chave a Stripe não conhece os clientes deste banco.'])
    }
    await this.claim()
  }

  /** Checks at start without failing it when Stripe is slow or out of reach. The first look then checks again. */
  checkAtStart(): Promise<void> {
    return atStart(this.check())
  }

  /** Checks while a person waits. Rejects with UNAVAILABLE for a wrong key, which is logged for the operator. */
  async require(): Promise<void> {
    try {
      await this.check()
    } catch (error) {
      throw this.#toRejected(error)
    }
  }

  /** Stores the key's owner before the first customer is created with it. Rejects as `require` does. */
  async claim(): Promise<void> {
    if (known.has(this.settings)) return
    const { accountId, live } = await this.#holder()
    await this.database.rows(STORE, [accountId, live])
    await this.require()
  }

  async #hold(stored: KeyHolder): Promise<void> {
    // The key itself shows its mode, so this works while Stripe is out of reach.
    const live = isLive(this.settings)
    if (live !== stored.live) throw new InvalidSettings([mismatchText({ accountId: null, live }, stored)])
    const holder = await this.#holder()
    if (holder.accountId !== null && stored.accountId !== null && holder.accountId !== stored.accountId) {
      throw new InvalidSettings([mismatchText(holder, stored)])
    }
    known.add(this.settings)
  }

  async #holder(): Promise<KeyHolder> {
    return { accountId: await accountOfKey(stripeOf(this.settings)), live: isLive(this.settings) }
  }

  #toRejected(error: unknown): unknown {
    if (!(error instanceof InvalidSettings)) return error
    logger.error({ problems: error.problems }, 'The key of Stripe is not the one of this database: nothing is asked with it')
    return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
  }
}

function isLive({ stripe }: Settings): boolean {
  return !/^[sr]k_test_/.test(stripe.secretKey)
}

function mismatchText(given: KeyHolder, stored: KeyHolder): string {
  return `STRIPE_SECRET_KEY: a chave é ${keyText(given)}; os clientes deste banco são ${keyText(stored)}.`
}

function keyText({ accountId, live }: KeyHolder): string {
  return `do modo ${live ? 'de produção' : 'de teste'}${accountId === null ? '' : ` da conta ${accountId}`}`
}
