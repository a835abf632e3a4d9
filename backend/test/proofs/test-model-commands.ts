import { businessTypes, difficulties } from '@prumo/shared/business'
import { addDays } from '@prumo/shared/calendar'
import { targetMonthChoices } from '@prumo/shared/emergency-fund-rules'
import { goalCategories, goalPriorities } from '@prumo/shared/goal-rules'
import { meiActivities } from '@prumo/shared/mei-rules'
import { prioritySpellings, taskTypes } from '@prumo/shared/task-rules'
import { flowTypes, transactionCategories } from '@prumo/shared/transaction-rules'
import type { FieldValue, ModelAccount, ModelBody, ModelEntity, ModelKind } from './test-model.js'
import type { FundCommand, ModelCommand } from './test-model-decider.js'

/** A pseudo-random sequence that its seed reproduces. */
export class ModelRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** At least 0 and less than 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer of the range, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  of<T>(all: readonly T[]): T {
    return all[Math.floor(this.fraction() * all.length)] as T
  }

  /** One of the names, with a probability proportional to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return (entries[0] as [Name, number])[0]
  }

  /** A random subset of the members with at least one; each is chosen with the probability. */
  some<V>(of: Readonly<Record<string, () => V>>, probability = 0.35): Record<string, V> {
    const names = Object.keys(of)
    const chosen = names.filter(() => this.chance(probability))
    if (chosen.length === 0) chosen.push(this.of(names))
    return Object.fromEntries(chosen.map((name) => [name, (of[name] as () => V)()]))
  }
}

/** Generates the commands of an account by their bodies; `today` is the date around which dates are chosen. */
export class CommandGenerator {
  constructor(
    private readonly random: ModelRandom,
    private readonly today: string,
    private readonly account: ModelAccount,
  ) {}

  create(kind: ModelKind, id: string): ModelCommand {
    const { random } = this
    const optional = random.some(this.#optional[kind], 0.5)
    if (kind === 'transactions') return { do: 'create', body: { id, ...this.#inWallets({ ...this.#required[kind](), ...optional }) } }
    return { do: 'create', body: { id, ...this.#required[kind](), ...optional } }
  }

  /** A command on an entity that exists or is deleted. */
  on(thing: ModelEntity): ModelCommand {
    const { random } = this
    if (!thing.alive && random.chance(0.6)) return { do: 'restore' }
    const what = random.weighted({ change: 6, special: thing.kind === 'transactions' ? 0 : 4, delete: 2, restore: 0.4 })
    if (what === 'special') return thing.kind === 'goals' ? { do: 'progress', amount: this.#centavos(1, 40_000) } : { do: 'toggle' }
    return what === 'change' ? this.#change(thing) : { do: what }
  }

  #change(thing: ModelEntity): ModelCommand {
    const { kind } = thing
    if (kind === 'transactions' && this.random.chance(0.25))
      return { do: 'change', body: { isConfirmed: true, ...(this.random.chance(0.5) && { isReceived: true }) } }
    const flags = { isScheduled: this.#yesOrNo, isConfirmed: this.#yesOrNo, isReceived: this.#yesOrNo }
    const further = { transactions: flags, goals: {}, tasks: { completed: this.#yesOrNo } }[kind]
    const all = { ...this.#texts[kind], ...this.#optional[kind], ...further }
    if (kind === 'transactions') return { do: 'change', body: this.#changeInWallets(thing, all) }
    return { do: 'change', body: this.random.some(all, 0.3) }
  }

  /** A new transaction, mostly without a wallet or in one that may be used; some are transfers. */
  #inWallets(body: ModelBody): ModelBody {
    const { random } = this
    if (random.chance(0.7)) return random.chance(0.5) ? { ...body, walletId: this.#wallet() } : body
    const { category: _, fiscal: __, ...rest } = body
    return { ...rest, type: 'transfer', ...this.#transfer({ walletId: random.chance(0.5) ? this.#wallet() : undefined }) }
  }

  /** A change of a transaction; at times it becomes a transfer, or an income or expense again. */
  #changeInWallets({ fields }: ModelEntity, all: Readonly<Record<string, () => FieldValue>>): ModelBody {
    const { random } = this
    const isFree = fields.importId === null && fields.recurrenceId === null
    if (fields.type !== 'transfer') {
      if (isFree && random.chance(0.2)) return { type: 'transfer', ...this.#transfer({ walletId: this.#wallet() }) }
      return random.some({ ...all, walletId: () => this.#wallet() }, 0.3)
    }
    if (random.chance(0.3)) {
      const sides = [fields.walletId, fields.toWalletId, this.#wallet(), undefined]
      return withoutUndefined({
        type: random.of(flowTypes),
        walletId: random.of(sides),
        ...(random.chance(0.3) && { transactionDate: this.#date() }),
      })
    }
    const { type: _, category: __, ...texts } = all
    return random.some({ ...texts, toDate: this.#date, walletId: () => this.#wallet(), toWalletId: () => this.#wallet() }, 0.3)
  }

  #transfer({ walletId }: { walletId: string | undefined }): ModelBody {
    const { random } = this
    const from = walletId ?? this.account.mainWallet
    const other = this.#wallet()
    const toWalletId = other === from && random.chance(0.9) ? (this.#usable().find((id) => id !== from) ?? other) : other
    return withoutUndefined({ walletId, toWalletId, toDate: random.chance(0.5) ? this.#date() : undefined })
  }

  #usable(): string[] {
    return [...this.account.wallets.values()].filter(({ alive, archived }) => alive && !archived).map(({ id }) => id)
  }

  /** Mostly a wallet that may be used, at times one that is archived or deleted. */
  #wallet(): string {
    const { random } = this
    return random.of(random.chance(0.95) ? this.#usable() : [...this.account.wallets.keys()])
  }

  /** A change that differs from every other. */
  unlike(kind: ModelKind): ModelCommand {
    const text = `Corrida ${this.random.whole(1, 2 ** 31)}`
    return { do: 'change', body: kind === 'transactions' ? { description: text } : { title: text } }
  }

  fund(): FundCommand {
    const { random } = this
    const what = random.weighted({ add: 5, withdraw: 4, configure: 3 })
    if (what !== 'configure')
      return { do: what, amount: this.#centavos(1, 50_000) / 100, description: random.of([null, 'Sobra do mês', 'Conserto do forno']) }
    const settings = {
      targetMonths: () => random.of(targetMonthChoices),
      monthlyExpenseAverage: () => this.#reais(0, 500_000),
      currentAmount: () => this.#reais(0, 300_000),
    }
    return { do: 'configure', body: random.chance(0.4) ? { currentAmount: this.#reais(0, 300_000) } : random.some(settings, 0.4) }
  }

  profile(): Record<string, unknown> {
    const { random } = this
    return random.some<unknown>({
      name: () => random.of(['Ana Souza', 'Ana Lima', 'Ana S. Lima']),
      businessName: () => random.of(['Ateliê Ana', 'Doces da Ana']),
      businessType: () => random.of(businessTypes),
      monthlyIncome: () => this.#reais(0, 900_000),
      mainDifficulties: () => difficulties.filter(() => random.chance(0.3)),
    })
  }

  /** What a transaction says for the MEI, at times what one of its type may not say. */
  readonly #fiscal = (): FieldValue => {
    const { random } = this
    const month = () => this.#date().slice(0, 7)
    if (random.chance(0.2)) return null
    if (random.chance(0.3)) return JSON.stringify({ dasOf: random.of([null, month()]) })
    const said = random.some<FieldValue>({
      countsAsRevenue: () => random.of([null, true, false]),
      activity: () => random.of([null, ...meiActivities]),
      competence: () => random.of([null, month()]),
      hasInvoice: this.#yesOrNo,
    })
    return JSON.stringify(said)
  }

  readonly #yesOrNo = () => this.random.chance(0.5)
  readonly #reais = (from: number, to: number) => this.#centavos(from, to) / 100
  readonly #date = () => addDays(this.today, this.random.whole(-150, 40))

  #centavos(from: number, to: number): number {
    return this.random.whole(from, to)
  }

  readonly #texts: Record<ModelKind, Record<string, () => FieldValue>> = {
    transactions: {
      description: () => this.random.of(['Bolo de casamento', 'Aluguel do ponto', 'Gás', 'Feira']),
      amount: () => this.#reais(1, 200_000),
      type: () => this.random.of(flowTypes),
      transactionDate: () => (this.random.chance(0.2) ? `${this.#date()}T23:30:00.000-03:00` : this.#date()),
    },
    goals: {
      title: () => this.random.of(['Forno novo', 'Reserva', 'Curso']),
      targetAmount: () => this.#reais(10_000, 400_000),
      deadline: this.#date,
      category: () => this.random.of(goalCategories),
    },
    tasks: { title: () => this.random.of(['Comprar farinha', 'Rever preços', 'Abrir aos sábados']) },
  }

  readonly #optional: Record<ModelKind, Record<string, () => FieldValue>> = {
    transactions: {
      category: () => this.random.of([null, 'Feira de sábado', ...transactionCategories.income, ...transactionCategories.expense]),
      note: () => this.random.of([null, '', 'Pagar no balcão\nsem nota']),
      fiscal: () => this.#fiscal(),
      isScheduled: this.#yesOrNo,
    },
    goals: { currentAmount: () => this.#reais(0, 100_000), priority: () => this.random.of(goalPriorities) },
    tasks: {
      type: () => this.random.of(taskTypes),
      estimatedCost: () => this.#reais(0, 90_000),
      priority: () => this.random.of(Object.keys(prioritySpellings)),
      estimatedDate: this.#date,
    },
  }

  readonly #required: Record<ModelKind, () => ModelBody> = {
    transactions: () => this.#all('transactions'),
    goals: () => this.#all('goals'),
    // The date is always sent: its default is the server's date, which the model does not know.
    tasks: () => ({ ...this.#all('tasks'), estimatedDate: this.#date() }),
  }

  #all(kind: ModelKind): ModelBody {
    return Object.fromEntries(Object.entries(this.#texts[kind]).map(([name, make]) => [name, make()]))
  }
}

function withoutUndefined(body: ModelBody): ModelBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
