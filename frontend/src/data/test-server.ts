import { fundSettings, newMovement, type EmergencyFund } from '@prumo/shared/emergency-fund'
import { targetOf, type newFund } from '@prumo/shared/emergency-fund-rules'
import { goalChanges, goalProgress, newGoal } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'
import { toCentavos, toReais, type OnWire } from '@prumo/shared/money-fields'
import { newTask, taskChanges } from '@prumo/shared/tasks'
import { newTransaction, transactionChanges, type NewTransaction } from '@prumo/shared/transactions'
import { emergencyFundDecider } from '../../../backend/src/emergency-fund/emergency-fund.decider.js'
import type { Decider, EntityState } from '../../../backend/src/event-store/decider/decider.js'
import type { DomainEvent } from '../../../backend/src/event-store/stream/event.js'
import { goalDecider, toGoal } from '../../../backend/src/goals/goal.decider.js'
import { taskDecider, toTask } from '../../../backend/src/tasks/task.decider.js'
import { toTransaction, transactionDecider } from '../../../backend/src/transactions/transaction.decider.js'
import { initialWalletId } from '../../../backend/src/wallets/initial-wallet.js'
import type { Command, CommandCall, Entity } from './sync/command'
import { kindOf } from './sync/entity-registry'
import { TEST_ACCOUNT } from './test-fixtures'

/** The time of everything that the test server does. */
export const NOW = '2026-11-20T12:00:00.000Z'
const TODAY = '2026-11-20'

/** Its fund has the same id. */
const ACCOUNT = TEST_ACCOUNT

/** Every wallet may be used, and the transactions of the tests name theirs. */
const wallets = {
  initial: initialWalletId(ACCOUNT),
  main: initialWalletId(ACCOUNT),
  isUsable: { get: () => true },
}

type DecidersByMethod = Record<CommandCall['method'], () => unknown>

/** A server that runs the real deciders on the requests of the registered commands. */
export class TestServer {
  readonly lives = new Map<string, EntityState<never>>()
  readonly #kinds = new Map<string, string>()

  copy(): TestServer {
    const copy = new TestServer()
    for (const [id, life] of this.lives) copy.#set(id, this.#kinds.get(id)!, life)
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
    const decision =
      method === 'PUT'
        ? { type: 'ConfigureFund', settings: fundSettings.parse(body) }
        : { type: named === 'add' ? 'DepositToFund' : 'WithdrawFromFund', ...newMovement.parse(body) }
    return this.#decide(emergencyFundDecider as never, ACCOUNT, decision, toFund as never)
  }

  /** Sends a command's request to `handle`. */
  execute(command: Command): Entity | null {
    return this.handle(kindOf(command)!.request(command))
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
    let life = this.lives.get(id) ?? decider.initial
    const version = this.versionOf(id)
    for (const event of decider.decide(command, life)) {
      life = decider.evolve(life, {
        ...event,
        accountId: ACCOUNT,
        seq: 1,
        entity: decider.entity,
        entityId: id,
        entityVersion: version + 1,
        recordedAt: NOW,
        meta: { commandId: 'c', actor: ACCOUNT, source: 'app' },
      })
    }
    this.#set(id, decider.entity, life)
    return life.status === 'alive' ? toCentavos(show(life)) : null
  }
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
