import { applicableChange } from '@prumo/shared/batch-rules'
import { transactionBatch } from '@prumo/shared/batches'
import { fundSettings, newMovement, type EmergencyFund } from '@prumo/shared/emergency-fund'
import { targetOf, type newFund } from '@prumo/shared/emergency-fund-rules'
import { goalChanges, goalProgress, newGoal } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'
import { toCentavos, toReais, type OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { newRule, ruleChanges } from '@prumo/shared/rules'
import { newTask, taskChanges } from '@prumo/shared/tasks'
import { newTransaction, transactionChanges, type NewTransaction, type Transaction } from '@prumo/shared/transactions'
import { emergencyFundDecider } from '../../../backend/src/emergency-fund/emergency-fund.decider.js'
import type { Decider, EntityState } from '../../../backend/src/event-store/decider/decider.js'
import type { DomainEvent } from '../../../backend/src/event-store/stream/event.js'
import { goalDecider, toGoal } from '../../../backend/src/goals/goal.decider.js'
import { ruleDecider, toRule } from '../../../backend/src/rules/rule.decider.js'
import { taskDecider, toTask } from '../../../backend/src/tasks/task.decider.js'
import { toTransaction, transactionDecider } from '../../../backend/src/transactions/transaction.decider.js'
import { initialWalletId } from '../../../backend/src/wallets/initial-wallet.js'
import type { Command, CommandCall, Entity } from './sync/command'
import type { Renaming } from './categories'
import { kindOf } from './sync/entity-registry'
import { TEST_ACCOUNT } from './test-fixtures'

/** The time of everything that the test server does. */
export const NOW = '2026-11-20T12:00:00.000Z'
/** Its day. */
export const TODAY = '2026-11-20'

/** Its fund has the same id. */
const ACCOUNT = TEST_ACCOUNT

/** Every wallet may be used, and the transactions of the tests name theirs. */
const wallets = {
  initial: initialWalletId(ACCOUNT),
  main: initialWalletId(ACCOUNT),
  isUsable: { get: () => true },
}

/** An event of an entity at its position in the log. */
interface PositionedEvent {
  id: string
  seq: number
  event: DomainEvent
}

type DecidersByMethod = Record<CommandCall['method'], () => unknown>

/** A server that runs the real deciders on the requests of the registered commands. */
export class TestServer {
  readonly lives = new Map<string, EntityState<never>>()
  readonly #kinds = new Map<string, string>()
  /** The events of each command on several transactions, by the id of its batch. */
  readonly #batches = new Map<string, readonly PositionedEvent[]>()
  #seq = 0

  copy(): TestServer {
    const copy = new TestServer()
    for (const [id, life] of this.lives) copy.#set(id, this.#kinds.get(id)!, life)
    for (const [id, events] of this.#batches) copy.#batches.set(id, events)
    copy.#seq = this.#seq
    return copy
  }

  /**
   * Handles a request; amounts are in centavos. @returns the resulting entity, null if it is gone
   * @throws the decider's refusal
   */
  handle({ method, path, body: sent }: CommandCall): Entity | null {
    const body = toReais(sent)
    const [, kind, named, action] = path.split('/')
    const id = named ?? (body as { id?: string } | undefined)?.id ?? ''
    if (kind === 'transactions') {
      const decisions: DecidersByMethod = {
        POST: () => recording(newTransaction.parse(body)),
        PUT: () => ({ type: 'CorrectTransaction', changes: transactionChanges.parse(body), wallets }),
        DELETE: () => ({ type: 'DeleteTransaction' }),
        PATCH: never,
      }
      return this.#decide(
        transactionDecider as never,
        id,
        action === 'restore' ? { type: 'RestoreTransaction' } : decisions[method](),
        toTransaction,
      )
    }
    if (kind === 'goals') {
      const decisions: DecidersByMethod = {
        POST: () => ({ type: 'SetGoal', details: withoutId(newGoal.parse(body)) }),
        PUT: () => ({ type: 'CorrectGoal', changes: goalChanges.parse(body) }),
        PATCH: () => ({ type: 'ProgressGoal', ...goalProgress.parse(body) }),
        DELETE: () => ({ type: 'DeleteGoal' }),
      }
      return this.#decide(goalDecider as never, id, action === 'restore' ? { type: 'RestoreGoal' } : decisions[method](), toGoal)
    }
    if (kind === 'tasks') {
      const decisions: DecidersByMethod = {
        POST: () => ({ type: 'AddTask', today: TODAY, details: withoutId(newTask.parse(body)) }),
        PUT: () => ({ type: 'CorrectTask', today: TODAY, changes: taskChanges.parse(body) }),
        DELETE: () => ({ type: 'DeleteTask' }),
        PATCH: never,
      }
      return this.#decide(taskDecider as never, id, action === 'restore' ? { type: 'RestoreTask' } : decisions[method](), toTask)
    }
    if (kind === 'rules') {
      const decisions: DecidersByMethod = {
        POST: () => ({ type: 'AddRule', details: withoutId(newRule.parse(body)) }),
        PUT: () => ({ type: 'CorrectRule', changes: ruleChanges.parse(body) }),
        DELETE: () => ({ type: 'DeleteRule' }),
        PATCH: never,
      }
      return this.#decide(ruleDecider as never, id, action === 'restore' ? { type: 'RestoreRule' } : decisions[method](), toUnusedRule)
    }
    const decision =
      method === 'PUT'
        ? { type: 'ConfigureFund', settings: fundSettings.parse(body) }
        : { type: named === 'add' ? 'DepositToFund' : 'WithdrawFromFund', ...newMovement.parse(body) }
    return this.#decide(emergencyFundDecider as never, ACCOUNT, decision, toFund as never)
  }

  /** Runs a command: its request, or of a batch its parts. */
  execute(command: Command): Entity | null {
    if (command.name === 'batch.change') return this.#changeBatch(command)
    if (command.name === 'batch.undo') return this.#undoBatch(command)
    return this.handle(kindOf(command)!.request(command))
  }

  /** Renames a category, as another request of the same account. */
  rename({ type, from, to }: Renaming): void {
    for (const row of this.alive<Transaction>(toTransaction)) {
      if (row.type !== type || row.category !== from) continue
      this.#decide(transactionDecider as never, row.id, { type: 'CorrectTransaction', changes: { category: to }, wallets }, toTransaction)
    }
  }

  /** @throws for a version that the device should not have named */
  #changeBatch(command: Command): null {
    const { ids, change, versions } = transactionBatch.parse(kindOf(command)!.request(command).body)
    for (const [id, version] of Object.entries(versions)) {
      if (version !== this.versionOf(id)) throw new Error(`${id} has version ${this.versionOf(id)} instead of ${version}`)
    }
    const before = this.#seq
    const events = ids.flatMap((id) => {
      const row = this.lives.get(id)
      if (row?.status !== 'alive') return []
      const present = toTransaction(row)
      const decision = change
        ? { type: 'CorrectTransaction', changes: applicableChange(change, present), wallets }
        : { type: 'DeleteTransaction' }
      return this.#record(transactionDecider as never, id, decision)
    })
    if (this.#seq !== before) this.#batches.set(command.entityId, events)
    return null
  }

  /** Undoes the parts that nothing has changed since. */
  #undoBatch({ entityId }: Command): null {
    for (const { id, seq, event } of this.#batches.get(entityId) ?? []) {
      try {
        this.#record(transactionDecider as never, id, { type: 'Undo', position: seq, entry: event }, seq)
      } catch (refusal) {
        if (!(refusal instanceof Rejected)) throw refusal
      }
    }
    return null
  }

  /** The version of an entity; 0 if it never existed. */
  versionOf(id: string): number {
    const life = this.lives.get(id)
    return !life || life.status === 'none' ? 0 : life.version
  }

  /** @param kind of the entities; by default those of every kind */
  alive<E extends Entity>(show: (life: never) => OnWire<E>, kind?: string): E[] {
    return [...this.lives]
      .filter(([id, { status }]) => status === 'alive' && (kind === undefined || this.#kinds.get(id) === kind))
      .map(([, life]) => toCentavos<E>(show(life as never)))
  }

  #set(id: string, kind: string, life: EntityState<never>): void {
    this.lives.set(id, life)
    this.#kinds.set(id, kind)
  }

  #decide(
    decider: Decider<unknown, EntityState<never>, DomainEvent>,
    id: string,
    command: unknown,
    show: (life: EntityState<never>) => Entity,
  ): Entity | null {
    this.#record(decider, id, command)
    const life = this.lives.get(id) ?? decider.initial
    return life.status === 'alive' ? toCentavos(show(life)) : null
  }

  /** @param undoes the position of the event that the command undoes */
  #record(decider: Decider<unknown, EntityState<never>, DomainEvent>, id: string, command: unknown, undoes?: number): PositionedEvent[] {
    let life = this.lives.get(id) ?? decider.initial
    const version = this.versionOf(id)
    const events = decider.decide(command, life).map((event) => {
      const seq = (this.#seq += 1)
      life = decider.evolve(life, {
        ...event,
        accountId: ACCOUNT,
        seq,
        entity: decider.entity,
        entityId: id,
        entityVersion: version + 1,
        recordedAt: NOW,
        meta: { commandId: 'c', actor: ACCOUNT, source: 'app', ...(undoes !== undefined && { undoes }) },
      })
      return { id, seq, event }
    })
    this.#set(id, decider.entity, life)
    return events
  }
}

/** The rule as the server answers it, before it is used. */
export function toUnusedRule(state: Parameters<typeof toRule>[0]) {
  return toRule(state, 0)
}

function never(): never {
  throw new Error('There is no such request')
}

function recording({ transactionDate: date, id: _id, walletId, toWalletId, toDate, ...rest }: NewTransaction) {
  return { type: 'RecordTransaction', details: { ...rest, date }, places: { walletId, toWalletId, toDate }, wallets }
}

function withoutId<T extends { id?: unknown }>({ id: _id, ...details }: T) {
  return details
}

/** The fund as the server answers it, without expenses. */
export function toFund({
  id,
  accountId,
  details,
  version,
}: {
  id: string
  accountId: string
  details: typeof newFund
  version: number
}): OnWire<EmergencyFund> {
  const reais = centavosToReais
  const target = targetOf(details, details.monthlyExpenseAverage)
  return {
    id,
    userId: accountId,
    targetMonths: details.targetMonths,
    monthlyExpenseAverage: reais(details.monthlyExpenseAverage),
    currentAmount: reais(details.currentAmount),
    targetAmount: reais(target),
    version,
  }
}
