import { Sessions } from '@prumo/backend/access/sessions'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { enqueueDaily } from '@prumo/backend/jobs/worker-host'
import type { JobWorker } from '@prumo/backend/jobs/job-worker'
import { runOne } from '../test-queue.js'
import { setServerClock } from '../test-database.js'
import { Billing } from '@prumo/backend/subscriptions/stripe/billing'
import { payersWorker } from '@prumo/backend/subscriptions/stripe/payers.worker'
import { createReconciliationWorker } from '@prumo/backend/subscriptions/stripe/reconciliation.worker'
import { stripeDeliveryWorker } from '@prumo/backend/subscriptions/stripe/stripe-delivery.worker'
import { subscriptionEndWorker } from '@prumo/backend/subscriptions/stripe/subscription-end.worker'
import { subscriptionLookWorker } from '@prumo/backend/subscriptions/stripe/subscription-look.worker'
import { startTestShop, type DeliveryOrder, type TestShop } from '../test-shop.js'
import { ModelRandom } from './test-model-commands.js'
import { steps as everyStep, type YearStep, type YearSubscriber } from './test-year-steps.js'
import { paidUntil } from './test-year-truth.js'

export interface YearRun {
  seed: number
  people: number
  days: number
  /** The days on which no worker runs. */
  dead: { from: number; to: number }
}

const DAY = 86_400
/** How long a person may keep access after their subscription ended, because the worker is dead. */
const UNSEEN = 7 * DAY
const ORDERS: readonly DeliveryOrder[] = ['normal', 'shuffled', 'reversed', 'doubled', 'held']
const workers: readonly JobWorker[] = [
  stripeDeliveryWorker,
  subscriptionLookWorker,
  subscriptionEndWorker,
  createReconciliationWorker(0),
  payersWorker,
]

/**
 * People subscribe, pay, fail to pay, cancel and get refunds for a year of the clocks of Stripe and Postgres, which move
 * together. Every day, access has to match payment; only while the worker is dead may an end be noticed late.
 * @param report called with a line for each month
 * @param steps what can happen on a day
 */
export async function runYear(
  { seed, people, days, dead }: YearRun,
  report: (line: string) => void,
  steps: readonly YearStep[] = everyStep,
): Promise<void> {
  const shop = await startTestShop({ REGISTRATION_GRACE_SECONDS: '0' }, { worker: false })
  try {
    const random = new ModelRandom(seed)
    const crowd: YearSubscriber[] = []
    for (let n = 0; n < people; n++) crowd.push({ person: await shop.test.register(), isErased: false })
    await shop.test.database.rows({ text: `update sessions set expires_at = '2100-01-01'` })
    const year = new YearWalk(shop, crowd, random, steps)
    for (let day = 1; day <= days; day++) {
      const isDead = day >= dead.from && day < dead.to
      await year.live(day, isDead)
      if (day % 30 === 0) report(`Day ${day}: ${year.summary()}`)
    }
    await year.verify()
  } finally {
    await shop.close()
  }
}

class YearWalk {
  #in = 0
  #happened = 0
  /** The last moment at which an account had paid, in seconds of Stripe's clock. */
  readonly #lastPaid = new Map<string, number>()

  constructor(
    private readonly shop: TestShop,
    private readonly crowd: readonly YearSubscriber[],
    private readonly random: ModelRandom,
    private readonly steps: readonly YearStep[],
  ) {}

  async live(day: number, isDead: boolean): Promise<void> {
    const { shop, random } = this
    await shop.deliver(random.of(ORDERS))
    await setServerClock(shop.test.database, day * DAY * 1000)
    const { now } = await shop.simulator.moveClock(1)
    for (const subscriber of this.crowd) if (!subscriber.isErased && random.chance(0.2)) await this.#step(subscriber)
    if (!isDead) await this.#work()
    // A person with access has the app open.
    for (const { person, isErased } of this.crowd)
      if (!isErased) await shop.test.app.get(Billing, { strict: false }).keepFresh(person.accountId)
    await this.#hold(day, now, isDead)
  }

  summary(): string {
    return `${this.#happened} things happened, ${this.#in} are in`
  }

  async verify(): Promise<void> {
    const { database, reading } = this.shop.test
    for (const { person } of this.crowd) {
      const { problem } = await verifyAccount(database, reading, person.accountId)
      if (problem !== null) throw new Error(`Account ${person.accountId}: ${problem}`)
    }
  }

  async #step(subscriber: YearSubscriber): Promise<void> {
    const total = this.steps.reduce((sum, { weight }) => sum + weight, 0)
    let left = this.random.fraction() * total
    const step = this.steps.find(({ weight }) => (left -= weight) < 0) ?? this.steps[0]
    await step?.happen(subscriber, this.shop, this.random)
    this.#happened++
  }

  /** Runs every waiting job, with the daily ones. */
  async #work(): Promise<void> {
    const { test } = this.shop
    for (const { kind, daily } of workers) if (daily) await enqueueDaily(test.database, kind)
    const text = 'select distinct kind, subject from outbox where kind = any($1) and failed_at is null'
    for (let round = 0; round < 20; round++) {
      const waiting = await test.database.rows<{ kind: string; subject: string }>({ text }, [workers.map(({ kind }) => kind)])
      if (waiting.length === 0) return
      for (const { kind, subject } of waiting) {
        const worker = workers.find((each) => each.kind === kind)
        if (worker) await runOne(worker, subject, test.tools())
      }
    }
    throw new Error('The work of a day does not come to an end')
  }

  async #hold(day: number, now: number, isDead: boolean): Promise<void> {
    const { test, stripe } = this.shop
    const paid = await paidUntil(stripe, now)
    for (const account of paid.keys()) this.#lastPaid.set(account, now)
    const sessions = await test.database.rows<{ accountId: string; sessionId: string }>({
      text: 'select user_id as "accountId", id as "sessionId" from sessions',
    })
    // A person with access uses the app: an unused session ends after 30 days.
    await test.database.rows({ text: 'update sessions set last_seen_at = now()' })
    const letIn = await test.app.get(Sessions, { strict: false }).haveAccess(sessions)
    this.#in = letIn.filter(Boolean).length
    for (const [index, { accountId }] of sessions.entries()) {
      const [isIn, hasPaid] = [letIn[index] ?? false, paid.has(accountId)]
      const unseen = now - (this.#lastPaid.get(accountId) ?? 0)
      if (isIn && !hasPaid && !(isDead && unseen <= UNSEEN))
        throw new Error(`Day ${day}: ${accountId} is in, and has not paid for ${Math.round(unseen / DAY)} days`)
      if (!isIn && hasPaid && !isDead) throw new Error(`Day ${day}: ${accountId} has paid, and is not in`)
    }
  }
}
