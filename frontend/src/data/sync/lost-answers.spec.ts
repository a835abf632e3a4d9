import 'fake-indexeddb/auto'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { Position } from '@prumo/shared/freshness'
import type { Transaction } from '@prumo/shared/transactions'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { ApiError } from '../../lib/api'
import { toTransaction } from '../../../../backend/src/transactions/transaction.decider.js'
import type { CommandCall, Entity, QueuedCommand } from './command'
import { configureFund, moveFund } from '../emergency-fund-commands'
import { storedCommand, positionAt, TEST_ACCOUNT } from '../test-fixtures'
import { CommandOutbox } from './outbox'
import type { CommandTransport } from './sender'
import { applyToEntity } from './optimistic'
import { openStore } from './device-store'
import { TestServer, toFund } from '../test-server'
import {
  confirmTransaction,
  correctTransaction,
  deleteTransaction,
  recordTransaction,
  type TransactionDraft,
} from '../transaction-commands'

/** The fate of a request: lost, its answer lost, delivered, or refused on the way with a status. */
type Fate = 'request lost' | 'answer lost' | 'arrives' | number

/** A transport to a server with the real deciders that loses messages. A key has one effect, as on the real server. */
class LossyWire implements CommandTransport {
  readonly server = new TestServer()
  readonly arrived: string[] = []
  fates: Fate[] = []
  /** Delays the answers after the server has handled the requests. */
  answerDelay: Promise<void> = Promise.resolve()
  readonly #answers = new Map<string, { body: unknown; position: Position }>()

  send = async (
    request: CommandCall,
    { key, version }: { key: string; version: number | null },
  ): Promise<{ body: unknown; position: Position }> => {
    const fate = this.fates.shift() ?? 'arrives'
    if (typeof fate === 'number') throw new ApiError(fate, fate === 503 ? 'UNAVAILABLE' : 'VALIDATION', 'Dados inválidos')
    if (fate === 'request lost') throw lost()
    const answer = this.#once(request, key, version)
    await this.answerDelay
    if (fate === 'answer lost') throw lost()
    return answer
  }

  read = () => Promise.resolve(null)

  fetchEntity = async (_entity: string, id: string): Promise<Entity> => {
    const found = [...this.server.alive<Entity>(toTransaction as never)].find((each) => each.id === id)
    if (!found) throw new ApiError(404, 'NOT_FOUND', 'Recurso não encontrado.')
    return found
  }

  #once(request: CommandCall, key: string, version: number | null): { body: unknown; position: Position } {
    if (!this.#answers.has(key)) {
      const id = request.path.split('/')[2] ?? ''
      if (version !== null && version !== this.server.versionOf(request.path.startsWith('/emergency-fund') ? TEST_ACCOUNT : id))
        throw new ApiError(412, 'VERSION_MISMATCH', 'x')
      this.arrived.push(`${request.method} ${request.path.split('/')[1]}`)
      const entity = this.server.handle(request)
      this.#answers.set(key, { body: { transaction: entity, emergencyFund: entity }, position: { log: 'l', seq: this.arrived.length } })
    }
    return this.#answers.get(key)!
  }
}

const lost = () => new ApiError(0, 'NETWORK', 'Erro de conexão.')
const owner = { userId: TEST_ACCOUNT, spentCentavos: 0 }
const draft: TransactionDraft = {
  ...noOptionalTexts,
  type: 'income',
  centavos: 10_000,
  description: 'Cesta',
  date: '2026-11-20',
  isScheduled: true,
}
const ID = '00000000-0000-4000-8000-000000000001'

/** The position before any command. */
const BEFORE = positionAt(0)

let wire: LossyWire
let outbox: CommandOutbox
let account = 0

beforeEach(async () => {
  account += 1
  wire = new LossyWire()
  outbox = new CommandOutbox(TEST_ACCOUNT, await openStore(`lossy${account}`), wire)
  outbox.start()
})
afterEach(() => outbox.stop())

const queue = () => outbox.state().queue
const names = () => queue().map(({ command, status }) => `${command.name} ${status.is}`)

/** Waits for a state of the queue, cutting short every pause between attempts, unless `wakes` is false. */
async function until(isSo: (queue: readonly QueuedCommand[]) => boolean, { wakes = true } = {}): Promise<void> {
  for (let round = 0; round < 400 && !isSo(queue()); round += 1) {
    if (wakes) outbox.wake()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(isSo(queue())).toBe(true)
}

const isSettled = (items: readonly QueuedCommand[]) => items.every(({ status }) => status.is === 'done')
const lastFailed = (items: readonly QueuedCommand[]) => (items.at(-1)?.attempts ?? 0) > 0

/** A scheduled transaction that the server and this device have. */
function knownTransaction(): Transaction {
  wire.server.execute(storedCommand(recordTransaction(draft, ID)))
  return wire.server.alive<Transaction>(toTransaction)[0]!
}

describe.each<Fate>(['request lost', 'answer lost'])('with each %s', (fate) => {
  it('a deposit and its undo give the balance of both, at any time and in the end', async () => {
    wire.server.execute(storedCommand(configureFund(null, { targetMonths: 6, averageCentavos: 100_000 }, owner)!))
    const read = { fund: wire.server.alive<EmergencyFund>(toFund)[0]! }
    const balance = () => applyToEntity(read.fund, queue(), BEFORE)?.currentAmount

    wire.fates = [fate, fate]
    const deposit = await outbox.enqueue(moveFund(read.fund, { kind: 'deposit', centavos: 5000, description: null }, owner))
    expect(balance()).toBe(5000)
    await until(lastFailed, { wakes: false })
    expect(balance()).toBe(5000)
    wire.fates = [fate, 'arrives', fate]
    await outbox.undo(deposit)
    expect(balance()).toBe(0)
    await until(isSettled)
    expect(balance()).toBe(0)
    expect(wire.server.alive(toFund)[0]?.currentAmount).toBe(0)
    expect(wire.arrived).toEqual(['POST emergency-fund', 'PUT emergency-fund'])
  })

  it('a confirmation and its undo leave the transaction unconfirmed, each applied once', async () => {
    const seen = knownTransaction()
    const read = { seen }
    const shown = () => applyToEntity(read.seen, queue(), BEFORE)

    wire.fates = [fate]
    const confirmation = await outbox.enqueue(confirmTransaction(seen, true))
    await until(lastFailed, { wakes: false })
    expect(shown()).toMatchObject({ isConfirmed: true, isReceived: true })
    wire.fates = ['arrives', fate]
    await outbox.undo(confirmation)
    expect(shown()).toMatchObject({ isConfirmed: false, isReceived: false })
    await until(isSettled)
    expect(shown()).toMatchObject({ isConfirmed: false, isReceived: false })
    expect(wire.server.alive<Transaction>(toTransaction)[0]).toMatchObject({ isConfirmed: false, isReceived: false })
    expect(wire.arrived).toEqual(['PUT transactions', 'PUT transactions'])
  })
})

describe('a deletion', () => {
  it('is withdrawn without a restoration if the server refused it with 503', async () => {
    const seen = knownTransaction()
    wire.fates = [503]
    const deletion = await outbox.enqueue(deleteTransaction(seen))
    await until(lastFailed, { wakes: false })
    expect(applyToEntity(seen, queue(), BEFORE)).toBeNull()
    // A restoration would be refused: nothing was deleted.
    wire.fates = [400]
    await outbox.undo(deletion)
    expect(queue()).toEqual([])
    expect(applyToEntity(seen, queue(), BEFORE)).toEqual(seen)
    expect(wire.arrived).toEqual([])
  })

  it('stays done if its restoration is refused, and the refusal stays to be decided', async () => {
    const seen = knownTransaction()
    const deletion = await outbox.enqueue(deleteTransaction(seen))
    await until(isSettled)
    wire.fates = [400]
    await outbox.undo(deletion)
    await until((items) => items.at(-1)?.status.is === 'refused')
    expect(names()).toEqual(['transaction.delete done', 'transaction.restore refused'])
    expect(applyToEntity(seen, queue(), BEFORE)).toBeNull()
    expect(wire.server.alive(toTransaction)).toEqual([])
  })

  it('stays queued behind a slow edit, whatever its answer, and is sent on the version that the edit made', async () => {
    const seen = knownTransaction()
    const shown = () => applyToEntity(seen, queue(), BEFORE)
    let answer: () => void = () => undefined
    wire.answerDelay = new Promise((resolve) => (answer = resolve))
    await outbox.enqueue(correctTransaction(seen, { ...draft, centavos: 12_000 })!)
    await until(([edit]) => edit!.isUncertain)
    await outbox.enqueue(deleteTransaction(shown()!))
    expect(shown()).toBeNull()
    answer()
    await until(([edit]) => edit!.status.is === 'done')
    expect(shown()).toBeNull()
    await until(isSettled)
    expect(shown()).toBeNull()
    expect(wire.server.alive(toTransaction)).toEqual([])
  })
})

it('with the first of two commands refused: its reason and input stay until it is discarded, and the second is done', async () => {
  const seen = knownTransaction()
  wire.fates = [400]
  const typed = { ...draft, description: 'Bolo' }
  const refused = await outbox.enqueue(recordTransaction(typed))
  await outbox.enqueue(confirmTransaction(seen, true))
  await until((items) => items.at(-1)?.status.is === 'done')
  expect(queue()[0]).toMatchObject({
    command: { id: refused.id, draft: typed },
    status: { is: 'refused', reason: { status: 400, text: 'Dados inválidos' } },
  })
  // Refetching, which happens to everything shown at some time, must not remove it.
  await outbox.prune(() => false)
  expect(names()).toEqual(['transaction.record refused'])
  await outbox.discard(refused.id)
  expect(queue()).toEqual([])
})
