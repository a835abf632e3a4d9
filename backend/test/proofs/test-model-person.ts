import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { closingTexts } from '@prumo/shared/closing-rules'
import { v5 as namedId, v7 as newId } from 'uuid'
import { ModelClient, type ModelAnswer, type ModelRequest } from './test-model-client.js'
import { CommandGenerator, ModelRandom } from './test-model-commands.js'
import {
  addInitialWallet,
  emptyAccount,
  reset,
  type ModelAccount,
  type ModelBody,
  type ModelEntity,
  type ModelFund,
  type ModelKind,
} from './test-model.js'
import { toAnswer, toFundAnswer } from './test-model-answers.js'
import {
  closedMonthsChanged,
  decide,
  decideFund,
  undoChange,
  undoFundChange,
  type FundCommand,
  type FundResult,
  type ModelCommand,
  type ModelResult,
} from './test-model-decider.js'
import { AttachmentHolder } from './test-model-attachments.js'
import { BankModel } from './test-model-bank.js'
import { BatchHolder } from './test-model-batches.js'
import { GuestHolder } from './test-model-guests.js'
import { MeiHolder } from './test-model-mei.js'
import { MonthHolder } from './test-model-months.js'
import { ReminderHolder } from './test-model-reminders.js'
import { RuleHolder } from './test-model-rules.js'
import { WalletHolder } from './test-model-wallets.js'
import { RecurrenceHolder } from './test-model-recurrences.js'
import type { Mailbox } from './test-mailbox.js'
import { EmailHolder } from './test-model-emails.js'
import { allChecks, runCheck, checks } from './test-model-looks.js'
import { PasskeyHolder } from './test-model-passkeys.js'
import { ModelSubscriber, type StripeShop } from './test-model-subscriber.js'
import { anotherThan, expectClosed, fundRequest, listOf, one, requestOf } from './test-model-requests.js'
import type { TestProgram } from './test-programs.js'

const PASSWORD = 'segredo1'

/** How far ahead of this clock a process may estimate the clock of Postgres. */
const CLOCKS_APART_MS = 2_000

const MOST: Record<ModelKind, number> = { transactions: 7, goals: 3, tasks: 3 }

/** A command under a key that changed something: every repeat must get the same answer. */
interface DoneRequest {
  request: ModelRequest
  answer: ModelAnswer
}

/** The subject of a change: an entity, the fund, the profile, … Each has one command or one race at a time. */
type CommandSubject = { kind: ModelKind; id: string } | 'fund' | 'profile' | 'subscription' | 'passkeys'

interface PersonOptions {
  /** In milliseconds: every answer, also a refusal, has to arrive within it. */
  withinMs?: number
  /** Where the person can pay; without it they do not. */
  shop?: StripeShop
  /** Where their mails arrive; without it they keep their e-mail. */
  mailbox?: Mailbox
}

/**
 * A person who works on one account at any of the processes, and knows what it must hold. Several entities are changed
 * at the same time, but each of them sequentially, so that its expected state is always known.
 */
export class ModelPerson {
  readonly account: ModelAccount = emptyAccount()
  readonly #random: ModelRandom
  readonly #commands: CommandGenerator
  readonly #done: DoneRequest[] = []
  readonly #subscriber: ModelSubscriber | null
  readonly #passkeys: PasskeyHolder | null
  readonly #emails: EmailHolder | null
  readonly #bank: BankModel
  readonly #repeater: RecurrenceHolder
  readonly #wallets: WalletHolder
  readonly #batches: BatchHolder
  readonly #rules: RuleHolder
  readonly #mei: MeiHolder
  readonly #reminders: ReminderHolder
  readonly #attachments: AttachmentHolder
  readonly #months: MonthHolder
  readonly #guests: GuestHolder | null
  private readonly withinMs: number
  /** By id: each entity before its last change. */
  readonly #before = new Map<string, ModelEntity | undefined>()
  #fundBefore: { fund: ModelFund | null; by: FundCommand['do'] } | null = null
  #client: ModelClient
  #id = ''
  /** The number of commands issued, without repeats. */
  issued = 0

  constructor(
    private readonly apis: readonly TestProgram[],
    seed: number,
    { withinMs = 30_000, shop, mailbox }: PersonOptions = {},
  ) {
    this.withinMs = withinMs
    this.#random = new ModelRandom(seed)
    this.#commands = new CommandGenerator(this.#random, dateInSaoPaulo(new Date()), this.account)
    this.#client = new ModelClient(apis, this.#random, null, withinMs)
    const ways = {
      random: this.#random,
      sendUntilAnswered: (request: ModelRequest) => this.#client.sendUntilAnswered(request),
      expect: this.#expect,
      newKey: randomUUID,
    }
    const became = (thing: ModelEntity, before: ModelEntity | undefined) => this.#became(thing, before)
    const among = { ...ways, today: dateInSaoPaulo(new Date()), userId: () => this.#id, became }
    this.#bank = new BankModel(among, this.account)
    this.#repeater = new RecurrenceHolder(among, this.account)
    this.#wallets = new WalletHolder(among, this.account, (walletId) => this.#repeater.goesOnIn(walletId))
    this.#batches = new BatchHolder(among, this.account, (from, to) => this.#repeater.renameCategory(from, to))
    this.#rules = new RuleHolder(among, this.account)
    this.#mei = new MeiHolder(among, this.account)
    this.#reminders = new ReminderHolder(among, this.account)
    this.#months = new MonthHolder(among, this.account)
    this.#attachments = new AttachmentHolder(
      {
        ...among,
        abandon: (request, afterMs) => this.#client.abandon(request, afterMs),
        note: (request, answer) => this.#note(request, answer),
      },
      this.account,
    )
    this.#subscriber = shop ? new ModelSubscriber(ways, shop) : null
    // Passkeys are bound to the origin of the app, which is also where people pay.
    this.#passkeys = shop ? new PasskeyHolder(ways, shop.publicUrl, PASSWORD) : null
    const asGuest = { ...among, clientOf: (token: string | null) => this.#client.withToken(token) }
    this.#guests = mailbox ? new GuestHolder(asGuest, this.account, mailbox, PASSWORD) : null
    this.#emails = mailbox ? new EmailHolder(ways, mailbox, () => this.account.profile, PASSWORD) : null
  }

  get id(): string {
    return this.#id
  }

  async register(): Promise<void> {
    const body = {
      name: 'Ana Souza',
      email: `${randomUUID()}@exemplo.com`,
      password: PASSWORD,
      businessName: 'Ateliê Ana',
      businessType: 'Serviços',
    }
    const answer = await this.#client.sendUntilAnswered({ method: 'POST', path: '/auth/register', body })
    this.#expect(answer.status, 201, 'registration')
    this.#client = new ModelClient(this.apis, this.#random, answer.body.token, this.withinMs)
    this.#id = answer.body.user.id
    this.account.profile = answer.body.user
    addInitialWallet(this.account, namedId('main-wallet', this.#id), answer.body.user.createdAt)
  }

  /** Works on up to four different entities at once, and then perhaps runs every check of one sort. */
  async flurry(): Promise<void> {
    if (this.#random.chance(0.02)) await this.#reset()
    const holders: { act: () => Promise<void> }[] = [this.#bank, this.#repeater, this.#wallets, this.#batches, this.#rules, this.#mei]
    holders.push(this.#reminders, this.#attachments, this.#months)
    if (this.#guests) holders.push(this.#guests)
    for (const alone of holders) {
      if (!this.#random.chance(0.15)) continue
      this.issued++
      await alone.act()
    }
    const subjects = new Map<string, CommandSubject>()
    for (let count = this.#random.whole(1, 4); count > 0; count--) {
      const subject = this.#subject()
      subjects.set(typeof subject === 'string' ? subject : subject.id, subject)
    }
    await Promise.all([...subjects.values()].map((subject) => this.#act(subject)))
    if (this.#random.chance(0.15)) await this.#look(this.#random.of(allChecks))
  }

  /** Compares all answers of the processes with the expected ones. */
  async lookAtAll(): Promise<void> {
    await this.#look(...allChecks)
  }

  /** Waits for the workers, whose answer may lag, and compares it with the expected one. */
  async lookAtAnalysis(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs
    for (;;) {
      const { body } = await this.#client.sendUntilAnswered({ method: 'GET', path: '/emergency-fund/analysis' })
      const { currentAmount, targetAmount, stale, computedAt } = body.analysis
      if (!stale) {
        this.#expect(Date.parse(computedAt) < Date.now() + CLOCKS_APART_MS, true, `an analysis of ${computedAt}`)
        const fund = toFundAnswer(this.account, this.#id, dateInSaoPaulo(new Date()))
        return this.#expect(
          { currentAmount, targetAmount },
          { currentAmount: fund?.currentAmount ?? 0, targetAmount: fund?.targetAmount ?? 10_000 },
          'analysis',
        )
      }
      if (Date.now() > deadline) throw new Error(`The analysis of ${this.#id} stays stale`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  #subject(): CommandSubject {
    const what = this.#random.weighted({
      transactions: 8,
      goals: 4,
      tasks: 4,
      fund: 4,
      profile: 1,
      subscription: this.#subscriber ? 2 : 0,
      passkeys: this.#passkeys ? 1 : 0,
    })
    if (what === 'fund' || what === 'profile' || what === 'subscription' || what === 'passkeys') return what
    const known = [...this.account.things.values()].filter(({ kind }) => kind === what)
    if (known.length === 0 || (known.length < MOST[what] && this.#random.chance(0.3))) return { kind: what, id: newId() }
    return { kind: what, id: this.#random.of(known).id }
  }

  async #act(subject: CommandSubject): Promise<void> {
    const repeats = this.#random.weighted({ no: 10, same: 1, other: 0.7 })
    if (repeats !== 'no' && this.#done.length > 0) await this.#repeat(this.#random.of(this.#done), repeats === 'other')
    if (subject === 'profile' && this.#emails && this.#random.chance(0.3)) {
      this.issued++
      return this.#emails.act()
    }
    if (subject === 'profile') return this.#changeProfile()
    if (subject === 'subscription') {
      this.issued++
      return this.#subscriber?.act()
    }
    if (subject === 'passkeys') {
      this.issued++
      return this.#passkeys?.act()
    }
    if (subject === 'fund' && this.account.fund && this.#fundBefore && this.#random.chance(this.#fundBefore.fund ? 0.15 : 0.5))
      return this.#undoFund(this.account.fund)
    if (subject === 'fund') return this.#random.chance(0.2) ? this.#raceAtFund() : this.#askFund(this.#commands.fund())
    const { kind, id } = subject
    const thing = this.account.things.get(id)
    if (thing && this.#before.has(id) && this.#random.chance(0.1)) return this.#undo(thing)
    if (thing && this.#random.chance(0.03)) await this.#ask(kind, id, this.#commands.create(kind, id))
    else if (thing?.alive && this.#random.chance(0.15)) await this.#raceAt(thing)
    else await this.#ask(kind, id, thing ? this.#commands.on(thing) : this.#commands.create(kind, id))
    if (this.#random.chance(0.25)) await this.#lookAt(kind, id)
  }

  /** Repeats a key at any process: the same request gets the same answer, another request is refused. */
  async #repeat({ request, answer }: DoneRequest, other: boolean): Promise<void> {
    if (!other) {
      const again = await this.#client.sendUntilAnswered(request)
      return this.#expect(again, { ...answer, replayed: true }, `repeat of ${request.method} ${request.path}`)
    }
    const refused = await this.#client.sendUntilAnswered(anotherThan(request))
    this.#expect(
      [refused.status, refused.body.code],
      [422, 'IDEMPOTENCY_MISMATCH'],
      `another request under the key of ${request.method} ${request.path}`,
    )
  }

  async #ask(kind: ModelKind, id: string, ask: ModelCommand): Promise<void> {
    const before = this.account.things.get(id)
    const expected = ask.do === 'create' || ask.do === 'restore' ? null : this.#version(before?.version)
    const result = decide(this.account, kind, id, before, ask, expected)
    const answer = await this.#send(requestOf(kind, id, ask), expected, result)
    if (answer) this.#learn(kind, id, result, answer.body?.[one[kind]], ask)
  }

  /** Stores the new state of an entity; its times are taken from the answer. */
  #learn(kind: ModelKind, id: string, result: ModelResult<ModelEntity>, body: ModelBody | undefined, ask: ModelCommand): void {
    if (!('becomes' in result)) return
    const before = this.account.things.get(id)
    const thing = { ...result.becomes }
    if (body) {
      thing.createdAt = before?.createdAt || String(body.createdAt)
      thing.updatedAt = String(body.updatedAt)
      if (before)
        this.#expect(
          result.changed ? thing.updatedAt >= before.updatedAt : thing.updatedAt === before.updatedAt,
          true,
          `updatedAt of ${id} after ${ask.do}`,
        )
      this.#expect(body, toAnswer(this.account, thing, this.#id), `${ask.do} of ${one[kind]}`)
    }
    this.#hold(thing)
    if (result.changed) this.#before.set(id, before)
  }

  /** Stores an entity; a wallet stays used, whatever becomes of the transaction. */
  #hold(thing: ModelEntity): void {
    this.account.things.set(thing.id, thing)
    for (const wallet of [thing.fields.walletId, thing.fields.toWalletId]) if (wallet) this.account.usedWallets.add(String(wallet))
  }

  #became(thing: ModelEntity, before: ModelEntity | undefined): void {
    this.#hold(thing)
    this.#before.set(thing.id, before)
  }

  /** Undoes the last change of an entity by its entry of the history. */
  async #undo(thing: ModelEntity): Promise<void> {
    const { kind, id } = thing
    const after = undoChange(thing, this.#before.get(id))
    const months = closedMonthsChanged(this.account, thing, after)
    const made = await this.#undoNewest(`/activity?entityId=${id}&limit=1`, randomUUID(), months)
    if (made) {
      this.#before.set(id, thing)
      this.account.things.set(id, { ...after, updatedAt: made.at })
    }
    await this.#lookAt(kind, id)
  }

  async #undoFund(fund: ModelFund): Promise<void> {
    const { fund: before, by } = this.#fundBefore as { fund: ModelFund | null; by: FundCommand['do'] }
    const key = randomUUID()
    await this.#undoNewest('/activity?entity=emergency-fund&limit=1', key)
    const { fund: becomes, movement } = undoFundChange(fund, before, by)
    this.account.fund = becomes
    this.account.fundVersion = fund.version + 1
    if (movement) this.account.movements.push({ id: key, ...movement })
    this.#fundBefore = null
  }

  /**
   * Undoes the newest of some entries, which has to be undoable unless it would change closed months.
   * @returns the entry of the undo; null where it is refused
   */
  async #undoNewest(path: string, key: string, closed: readonly string[] = []): Promise<{ at: string } | null> {
    this.issued++
    const { body } = await this.#client.sendUntilAnswered({ method: 'GET', path })
    const [entry] = body.activity
    const shown = closed.length > 0 ? [false, closingTexts.closed(closed)] : [true, null]
    this.#expect([entry?.undoable, entry?.undoReason], shown, `the newest entry of ${path}`)
    const answer = await this.#client.sendUntilAnswered({ method: 'POST', path: `/activity/${entry.position}/undo`, key })
    if (closed.length > 0) {
      expectClosed({ expect: this.#expect }, answer, closed, `undo of ${entry.type} at ${entry.position}`)
      return null
    }
    this.#expect([answer.status, answer.body?.activity?.undoable], [200, true], `undo of ${entry.type} at ${entry.position}`)
    return answer.body.activity
  }

  async #reset(): Promise<void> {
    this.issued++
    const confirmed = await this.#client.sendUntilAnswered({ method: 'POST', path: '/auth/confirm', body: { password: PASSWORD } })
    this.#expect(confirmed.status, 204, 'confirmation')
    const { status } = await this.#client.sendUntilAnswered({
      method: 'POST',
      path: '/data/reset',
      body: { confirm: true },
      key: randomUUID(),
    })
    this.#expect(status, 204, 'reset')
    reset(this.account)
    this.#bank.reset()
    this.#repeater.reset()
    this.#before.clear()
    this.#fundBefore = null
  }

  /** Has the account erased; from then on its session is refused. */
  async erase(): Promise<void> {
    this.issued++
    for (;;) {
      const { status } = await this.#client.sendUntilAnswered({ method: 'DELETE', path: '/auth/account', body: { password: PASSWORD } })
      // When the answer to the first attempt was lost, the second finds no session.
      if (status === 204 || status === 401) break
      this.#expect(status, 204, 'erasure')
    }
    this.#expect((await this.#client.sendUntilAnswered({ method: 'GET', path: '/auth/verify' })).status, 401, 'an erased person')
    await this.#guests?.expectEnded()
  }

  async #askFund(ask: FundCommand): Promise<void> {
    const { fund } = this.account
    const expected = this.#version(fund?.version)
    const result = decideFund(fund, ask, expected, this.account.fundVersion)
    const key = randomUUID()
    const answer = await this.#send({ ...fundRequest(ask), key }, expected, result)
    if (answer) this.#learnFund(result, answer.body?.emergencyFund, key, ask)
  }

  #learnFund(result: FundResult, body: ModelBody | undefined, key: string, ask: FundCommand): void {
    if (!('becomes' in result)) return
    if (result.changed) this.#fundBefore = { fund: this.account.fund, by: ask.do }
    this.account.fund = result.becomes
    this.account.fundVersion = result.becomes.version
    if (result.movement) this.account.movements.push({ id: key, ...result.movement })
    // The target may move with transactions that are changed at the same time.
    const expected = toFundAnswer(this.account, this.#id, dateInSaoPaulo(new Date()))
    if (body) this.#expect({ ...body, targetAmount: 0 }, { ...expected, targetAmount: 0 }, 'fund')
  }

  async #changeProfile(): Promise<void> {
    const body = this.#commands.profile()
    const becomes = { ...this.account.profile, ...body, version: 0 }
    const changed = JSON.stringify(becomes) !== JSON.stringify({ ...this.account.profile, version: 0 })
    const answer = await this.#send({ method: 'PUT', path: '/auth/profile', body }, null, { becomes, changed })
    Object.assign(this.account.profile, body)
    if (answer) this.#expect(answer.body.user, this.account.profile, 'profile')
  }

  /**
   * Several processes change an entity at once, each under a key: every change is stored, or a single one where a version was
   * expected.
   */
  async #raceAt(thing: ModelEntity): Promise<void> {
    const { kind, id, version } = thing
    const versioned = this.#random.chance(0.4)
    const asks = Array.from({ length: this.#random.whole(2, 3) }, () => this.#commands.unlike(kind))
    this.issued += asks.length
    const requests = asks.map((ask): ModelRequest => ({
      ...requestOf(kind, id, ask),
      key: randomUUID(),
      ...(versioned && { ifMatch: `"${version}"` }),
    }))
    const answers = await this.#client.sendConcurrently(requests)
    const refusal = decide(this.account, kind, id, thing, asks[0] as ModelCommand, null)
    if ('months' in refusal && refusal.months) {
      for (const answer of answers) expectClosed({ expect: this.#expect }, answer, refusal.months, `race at ${one[kind]}`)
      return
    }
    const won = answers.map((answer, index) => ({ ...answer, ask: asks[index] as ModelCommand })).filter(({ status }) => status === 200)
    this.#expect(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      asks.map((_, index) => (versioned && index > 0 ? 412 : 200)),
      `race at ${one[kind]}`,
    )
    for (const { ask, body } of won.toSorted((a, b) => a.body[one[kind]].version - b.body[one[kind]].version)) {
      this.#learn(kind, id, decide(this.account, kind, id, this.account.things.get(id), ask, null), body[one[kind]], ask)
    }
  }

  async #raceAtFund(): Promise<void> {
    const asks = Array.from({ length: 3 }, (): FundCommand => ({
      do: 'add',
      amount: this.#random.whole(1, 10_000) / 100,
      description: null,
    }))
    this.issued += asks.length
    const keys = asks.map(() => randomUUID())
    const answers = await this.#client.sendConcurrently(asks.map((ask, index) => ({ ...fundRequest(ask), key: keys[index] as string })))
    this.#expect(
      answers.map(({ status }) => status),
      [200, 200, 200],
      'race at the fund',
    )
    const order = [0, 1, 2].toSorted((a, b) => answers[a]?.body.emergencyFund.version - answers[b]?.body.emergencyFund.version)
    for (const index of order)
      this.#learnFund(
        decideFund(this.account.fund, asks[index] as FundCommand, null, this.account.fundVersion),
        answers[index]?.body.emergencyFund,
        keys[index] as string,
        asks[index] as FundCommand,
      )
  }

  /** The version of `If-Match`: often none, mostly the current one, at times an older one. */
  #version(version: number | undefined): number | null {
    const says = this.#random.weighted({ nothing: 5, right: 3, stale: 2 })
    if (says === 'nothing') return null
    return says === 'right' ? (version ?? 1) : Math.max(1, (version ?? 2) - 1)
  }

  /**
   * Has a command executed once, whatever happens to the process it reached, at times by several processes at once.
   * Null when it was executed, but the answer was lost.
   */
  async #send(plain: ModelRequest, expected: number | null, result: ModelResult<{ version: number }>): Promise<ModelAnswer | null> {
    this.issued++
    const key = plain.key ?? (this.#random.chance(0.7) ? randomUUID() : undefined)
    const request: ModelRequest = { ...plain, ...(key !== undefined && { key }), ...(expected !== null && { ifMatch: `"${expected}"` }) }
    const what = `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)} If-Match ${request.ifMatch ?? 'none'}`
    if (key !== undefined && this.#random.chance(0.12)) return this.#sendTwice(request, result, what)
    const first = await this.#client.sendOnce(request)
    const answer = first ?? (key === undefined ? await this.#sendAgain(request, result) : await this.#client.sendUntilAnswered(request))
    if (!answer) return null
    this.#expectStatus(answer, result, what)
    if (first) this.#expect(first.replayed, false, `replay of ${what}`)
    if (key !== undefined && 'becomes' in result && result.changed) this.#note(request, answer)
    return answer
  }

  async #sendTwice(request: ModelRequest, result: ModelResult<{ version: number }>, what: string): Promise<ModelAnswer> {
    const answers = await this.#client.sendConcurrently(Array.from({ length: this.#random.whole(2, 3) }, () => request))
    const [answer] = answers as [ModelAnswer]
    const done = 'becomes' in result && result.changed
    for (const each of answers) {
      this.#expectStatus(each, result, what)
      if (done) this.#expect(each.body, answer.body, `racing duplicates of ${what}`)
    }
    if (done) this.#expect(answers.filter(({ replayed }) => !replayed).length <= 1, true, `one execution of ${what}`)
    if (done) this.#note(request, answer)
    return answer
  }

  /** Without a key, the version shows whether the first attempt was executed: the second is refused then. */
  async #sendAgain(request: ModelRequest, result: ModelResult<{ version: number }>): Promise<ModelAnswer | null> {
    const before = 'becomes' in result && result.changed ? result.becomes.version - 1 : 0
    const answer = await this.#client.sendUntilAnswered({
      ...request,
      ...(before > 0 && request.method !== 'POST' && { ifMatch: `"${before}"` }),
    })
    const doneBefore = 'becomes' in result && result.changed && [404, 409, 412].includes(answer.status)
    if (!doneBefore) return answer
    if (request.method === 'DELETE') return { status: 204, body: null, replayed: false }
    const path = request.path.replace(/\/(restore|progress|toggle)$/, '')
    const id = request.body?.id as string | undefined
    const { body } = await this.#client.sendUntilAnswered({ method: 'GET', path: id === undefined ? path : `${path}/${id}` })
    return { status: request.method === 'POST' && id !== undefined ? 201 : 200, body, replayed: false }
  }

  #note(request: ModelRequest, answer: ModelAnswer): void {
    this.#done.push({ request, answer })
    if (this.#done.length > 100) this.#done.splice(this.#random.whole(0, 99), 1)
  }

  #expectStatus(answer: ModelAnswer, result: ModelResult<unknown>, what: string): void {
    if ('months' in result && result.months) return expectClosed({ expect: this.#expect }, answer, result.months, what)
    const { status, body } = answer
    const right = 'refused' in result ? status === result.refused : status >= 200 && status < 300
    if (!right) this.#expect([status, body], 'refused' in result ? result.refused : 'success', what)
  }

  async #lookAt(kind: ModelKind, id: string): Promise<void> {
    const thing = this.account.things.get(id)
    const { status, body } = await this.#client.sendUntilAnswered({ method: 'GET', path: `/${kind}/${id}` })
    if (!thing?.alive) return this.#expect(status, 404, `${one[kind]} that is gone`)
    this.#expect(body[one[kind]], toAnswer(this.account, thing, this.#id), `${one[kind]} as it is read`)
    if (!this.#random.chance(0.3)) return
    const list = await this.#client.sendUntilAnswered(listOf(kind))
    this.#expect(
      list.body[kind].find((each: { id: string }) => each.id === id),
      toAnswer(this.account, thing, this.#id),
      `${one[kind]} as it is listed`,
    )
  }

  #look(...chosen: (keyof typeof checks)[]): Promise<void> {
    return runCheck(chosen, {
      account: this.account,
      userId: this.#id,
      ask: (request) => this.#client.sendUntilAnswered(request),
      expect: this.#expect,
    })
  }

  readonly #expect = (found: unknown, expected: unknown, what: string): void => {
    try {
      assert.deepStrictEqual(found, expected)
    } catch (difference) {
      throw new Error(`Account ${this.#id}, ${what}: ${(difference as Error).message}`, { cause: difference })
    }
  }
}
