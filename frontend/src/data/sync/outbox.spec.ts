import 'fake-indexeddb/auto'
import type { Position } from '@prumo/shared/freshness'
import { ApiError } from '../../lib/api'
import type { Command, CommandCall, Entity, QueuedCommand } from './command'
import { addAttachment } from '../attachment-commands'
import { aTask, aTransaction, positionAt } from '../test-fixtures'
import { CommandOutbox } from './outbox'
import type { CommandTransport } from './sender'
import { MemoryStore, openStore, type AccountStore } from './device-store'
import { addTask, correctTask, deleteTask, setTaskCompleted, type TaskDraft } from '../task-commands'

const draft: TaskDraft = { title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' }
const lost = () => new ApiError(0, 'NETWORK', 'Erro de conexão.')
const refused = (status: number) => new ApiError(status, 'VALIDATION', 'Dados inválidos')

interface SentCommand {
  request: CommandCall
  key: string
  version: number | null
}

/** A server that records requests and answers as the test says. */
class FakeWire implements CommandTransport {
  readonly sent: SentCommand[] = []
  now: Entity = aTask()
  answer: (sent: SentCommand, attempt: number) => unknown = () => ({ task: { ...this.now, version: this.now.version + this.sent.length } })

  send = async (
    request: CommandCall,
    { key, version }: { key: string; version: number | null },
  ): Promise<{ body: unknown; position: Position }> => {
    const sent = { request, key, version }
    this.sent.push(sent)
    return { body: await this.answer(sent, this.sent.length), position: { log: 'l', seq: this.sent.length } }
  }

  read = () => Promise.resolve(null)

  fetchEntity = async (): Promise<Entity> => this.now
}

let wire: FakeWire
let store: AccountStore
let account = 0
const open: CommandOutbox[] = []

async function start(at: AccountStore = store): Promise<CommandOutbox> {
  const outbox = new CommandOutbox(`a${account}`, at, wire, await at.queue())
  open.push(outbox)
  outbox.start()
  return outbox
}

beforeEach(async () => {
  account += 1
  wire = new FakeWire()
  store = await openStore(`a${account}`)
})
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.stop()
})

const standings = (outbox: CommandOutbox) => outbox.state().queue.map(({ status }) => status.is)

async function until(outbox: CommandOutbox, isSo: (queue: readonly QueuedCommand[]) => boolean): Promise<void> {
  if (isSo(outbox.state().queue)) return
  await new Promise<void>((resolve) => {
    const stop = outbox.subscribe(() => {
      if (!isSo(outbox.state().queue)) return
      stop()
      resolve()
    })
  })
}

const isEmpty = (queue: readonly QueuedCommand[]) => queue.every(({ status }) => status.is === 'done')

it('stores a command before enqueue resolves', async () => {
  wire.answer = () => new Promise(() => undefined)
  const outbox = await start()
  const command = await outbox.enqueue(addTask(draft))
  expect((await store.queue()).map((item) => item.command.id)).toEqual([command.id])
})

describe('a command with a file', () => {
  const sale = aTransaction()
  const photo = new Blob([new Uint8Array([255, 216, 255])], { type: 'image/jpeg' })
  const receipt = () => addAttachment(sale, { name: 'Cupom.jpg', type: 'image/jpeg', size: photo.size }, 'a1')

  it('sends the file as its body after a reload, and deletes it once its command is pruned', async () => {
    wire.answer = () => Promise.reject(lost())
    const first = await start()
    const { id } = await first.enqueue(receipt(), { file: photo })
    first.stop()
    wire.answer = () => ({ attachment: { id: 'a1', version: 1 } })
    const outbox = await start()
    await until(outbox, isEmpty)
    const { request, key } = wire.sent.at(-1)!
    expect([request.method, request.path, key]).toEqual(['POST', '/transactions/x1/attachments?id=a1&name=Cupom.jpg', expect.any(String)])
    expect([...new Uint8Array(await (request.body as Blob).arrayBuffer())]).toEqual([255, 216, 255])
    expect(await outbox.file(id)).not.toBeNull()
    await outbox.prune(() => false)
    expect(await outbox.file(id)).toBeNull()
  })

  it('is not enqueued where its file cannot be stored', async () => {
    const outbox = await start()
    store.add = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
    await expect(outbox.enqueue(receipt(), { file: photo })).rejects.toThrow('Full')
    expect([outbox.state().queue, outbox.state().isPersistent]).toEqual([[], true])
  })

  it('is restored with its file where what empties the queue fails', async () => {
    wire.answer = () => Promise.reject(lost())
    const outbox = await start()
    const { id } = await outbox.enqueue(receipt(), { file: photo })
    await expect(outbox.withEmptyQueue(() => Promise.reject(new Error('Wrong password')))).rejects.toThrow('Wrong password')
    expect([...new Uint8Array(await (await outbox.file(id))!.arrayBuffer())]).toEqual([255, 216, 255])
    await outbox.withEmptyQueue(() => Promise.resolve())
    expect(await outbox.file(id)).toBeNull()
  })

  it('is refused when the browser has lost its file', async () => {
    const outbox = await start()
    await outbox.enqueue(receipt())
    await until(outbox, ([item]) => item?.status.is === 'refused')
    expect(wire.sent).toEqual([])
  })
})

it('sends in order, each on the version that the previous one led to', async () => {
  const outbox = await start()
  const seen = aTask()
  await outbox.enqueue(correctTask(seen, { ...draft, title: 'A' })!)
  await outbox.enqueue(setTaskCompleted({ ...seen, title: 'A' }, true))
  await until(outbox, isEmpty)
  expect(wire.sent.map(({ request: { body } }) => body)).toEqual([{ title: 'A' }, { completed: true }])
  expect(wire.sent.map(({ version }) => version)).toEqual([3, 4])
})

it('repeats lost requests under the same key, also after a restart', async () => {
  wire.answer = () => Promise.reject(lost())
  const first = await start()
  await first.enqueue(addTask(draft))
  await until(first, ([item]) => item!.attempts > 0)
  first.stop()
  wire.answer = () => ({ task: aTask() })
  const again = await start()
  await until(again, isEmpty)
  expect(new Set(wire.sent.map(({ key }) => key)).size).toBe(1)
})

it('parks a refused command, notifies listeners, and sends the others', async () => {
  wire.answer = ({ request }) => (request.method === 'POST' ? Promise.reject(refused(400)) : { task: aTask() })
  const outbox = await start()
  const parked: QueuedCommand[] = []
  outbox.listen({ parked: (item) => parked.push(item) })
  await outbox.enqueue(addTask(draft))
  await outbox.enqueue(setTaskCompleted(aTask(), true))
  await until(outbox, (queue) => queue.length === 2 && queue[1]!.status.is === 'done')
  expect(standings(outbox)).toEqual(['refused', 'done'])
  expect(parked.map(({ command }) => command.name)).toEqual(['task.add'])
})

it('takes an ALREADY_DONE command for delivered, and has its entity read again', async () => {
  wire.answer = () => Promise.reject(new ApiError(409, 'ALREADY_DONE', 'Isto já foi feito.'))
  const outbox = await start()
  const notified = { parked: 0, changed: [] as string[] }
  outbox.listen({ parked: () => (notified.parked += 1), changed: (entities) => notified.changed.push(...entities) })
  await outbox.enqueue(setTaskCompleted(aTask(), true))
  await until(outbox, (queue) => queue.length === 0)
  expect([wire.sent.length, notified]).toEqual([1, { parked: 0, changed: ['task'] }])
})

it('repeats a command with server errors a few times while others are sent, then parks it, under the same key', async () => {
  jest.useFakeTimers()
  try {
    wire.answer = ({ request }) =>
      request.method === 'POST' ? Promise.reject(new ApiError(500, 'INTERNAL', 'Erro interno')) : { task: aTask() }
    const outbox = await start(new MemoryStore())
    const { id } = await outbox.enqueue(addTask(draft))
    await outbox.enqueue(setTaskCompleted(aTask(), true))
    await jest.advanceTimersByTimeAsync(100)
    expect(standings(outbox)).toEqual(['waiting', 'done'])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(standings(outbox)).toEqual(['refused', 'done'])
    await outbox.retry(id)
    await jest.advanceTimersByTimeAsync(60_000)
    const posts = wire.sent.filter(({ request }) => request.method === 'POST')
    expect([posts.length, new Set(posts.map(({ key }) => key)).size]).toEqual([10, 1])
    // Skips the rest of the pause after the last failure.
    wire.answer = () => ({ task: aTask() })
    await outbox.retry(id)
    await jest.advanceTimersByTimeAsync(1)
    expect(standings(outbox)).toEqual(['done', 'done'])
  } finally {
    jest.useRealTimers()
  }
})

it('withdraws an unsent command, and undoes a sent one', async () => {
  const sent: Command[] = []
  wire.answer = () => Promise.reject(lost())
  const outbox = await start()
  sent.push(await outbox.enqueue(setTaskCompleted(aTask({ id: 'other' }), true)))
  await until(outbox, ([item]) => item!.attempts > 0)
  const deletion = await outbox.enqueue(deleteTask(aTask()))
  await outbox.undo(deletion)
  expect(outbox.state().queue.map(({ command }) => command.name)).toEqual(['task.complete'])

  wire.answer = () => ({ task: aTask({ id: 'other', version: 9 }) })
  outbox.wake()
  await until(outbox, isEmpty)
  await outbox.undo(sent[0]!)
  await until(outbox, isEmpty)
  expect(wire.sent.at(-1)).toMatchObject({ request: { body: { completed: false } }, version: 9 })
})

it('undoes on the resulting entity, even after the command was pruned', async () => {
  wire.answer = ({ version }) => ({ task: aTask({ completed: true, version: (version ?? 0) + 1 }) })
  const outbox = await start()
  const done = await outbox.enqueue(setTaskCompleted(aTask(), true))
  await until(outbox, isEmpty)
  await outbox.prune(() => false)
  expect(outbox.state().queue).toEqual([])
  await outbox.undo(done)
  await until(outbox, (queue) => queue.length === 1 && isEmpty(queue))
  expect(wire.sent.map(({ version, request }) => [version, request.body])).toEqual([
    [3, { completed: true }],
    [4, { completed: false }],
  ])
})

it("merges another device's change of other fields, and sends again", async () => {
  wire.now = aTask({ estimatedCost: 5000, version: 7 })
  wire.answer = (_sent, attempt) =>
    attempt === 1
      ? Promise.reject(new ApiError(412, 'VERSION_MISMATCH', 'x'))
      : { task: aTask({ title: 'A', estimatedCost: 5000, version: 8 }) }
  const outbox = await start()
  await outbox.enqueue(correctTask(aTask(), { ...draft, title: 'A' })!)
  await until(outbox, isEmpty)
  expect(wire.sent.map(({ version, request }) => [version, request.body])).toEqual([
    [3, { title: 'A' }],
    [7, { title: 'A' }],
  ])
})

it('waits without a session or a subscription, and continues when woken', async () => {
  wire.answer = (_sent, attempt) =>
    attempt === 1 ? Promise.reject(new ApiError(403, 'SUBSCRIPTION_REQUIRED', 'Acesso negado.')) : { task: aTask() }
  const outbox = await start()
  await outbox.enqueue(addTask(draft))
  await until(outbox, ([item]) => item!.attempts > 0)
  expect(standings(outbox)).toEqual(['waiting'])
  outbox.wake()
  await until(outbox, isEmpty)
})

it('waits as long as Retry-After asks, whatever happens to the clock', async () => {
  wire.answer = () => Promise.reject(new ApiError(429, 'RATE_LIMITED', 'x', undefined, 100))
  const outbox = await start()
  await outbox.enqueue(addTask(draft))
  await until(outbox, ([item]) => item!.attempts === 1)
  const hourAgo = Date.now() - 3_600_000
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => hourAgo)
  await until(outbox, ([item]) => item!.attempts === 2)
  expect(wire.sent).toHaveLength(2)
  clock.mockRestore()
})

it('names the commands that the server may have, and rejects an answer that leaves a sent one undecided', async () => {
  wire.answer = () => new Promise(() => undefined)
  const outbox = await start()
  const [first, second] = [await outbox.enqueue(addTask(draft)), await outbox.enqueue(addTask(draft))]
  await until(outbox, ([item]) => item!.isUncertain)
  expect(outbox.waitingKeys()).toEqual([first.key, second.key])
  expect(
    [{}, { [second.key]: null }, { [first.key]: null }, { [first.key]: 3 }].map((included) => outbox.isDecided(positionAt(3, included))),
  ).toEqual([false, false, true, true])
})

it('keeps a command that another tab pruned while a cached answer here lacks it', async () => {
  const here = await start()
  const { id } = await here.enqueue(addTask(draft))
  await until(here, isEmpty)
  const there = await start()
  const isThere = () => there.state().queue.some(({ command }) => command.id === id)
  await there.prune(() => true)
  await here.prune(() => false)
  expect(await store.queue()).toEqual([])
  await there.enqueue(addTask(draft))
  expect(isThere()).toBe(true)
  await there.prune(() => false)
  expect(isThere()).toBe(false)
})

it('reloads the queue when the tab becomes visible: a suspended tab may have missed changes', async () => {
  const [here, there] = [await start(), await start()]
  await here.enqueue(addTask(draft))
  await until(here, isEmpty)
  expect(standings(there)).toEqual([])
  document.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(standings(there)).toEqual(['done'])
})

it('sends answered commands again under their keys in another log', async () => {
  const outbox = await start()
  const { key } = await outbox.enqueue(addTask(draft))
  await until(outbox, isEmpty)
  await outbox.resendAfterLogChange('l')
  expect(standings(outbox)).toEqual(['done'])
  await outbox.resendAfterLogChange('m')
  await until(outbox, isEmpty)
  expect(wire.sent.map((sent) => sent.key)).toEqual([key, key])
})

it('continues from memory when the device is full, and reports it', async () => {
  const isFull = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const full: AccountStore = { ...store, isPersistent: true, queue: () => store.queue(), add: isFull, change: isFull }
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const outbox = await start(full)
  await outbox.enqueue(addTask(draft))
  await until(outbox, isEmpty)
  expect(outbox.state().isPersistent).toBe(false)
  expect(wire.sent).toHaveLength(1)
  logged.mockRestore()
})

describe('while another tab leads', () => {
  beforeEach(() =>
    Object.defineProperty(navigator, 'locks', { value: { request: () => new Promise(() => undefined) }, configurable: true }),
  )
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

  it('stored commands are left to the leader', async () => {
    const outbox = await start()
    await outbox.enqueue(addTask(draft))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(standings(outbox)).toEqual(['waiting'])
    expect(wire.sent).toEqual([])
  })

  it('commands that only this page has are sent from here', async () => {
    const outbox = await start(new MemoryStore())
    await outbox.enqueue(addTask(draft))
    await until(outbox, isEmpty)
    expect(wire.sent).toHaveLength(1)
  })

  it('commands that the device could not store are sent from here, too', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const outbox = await start({
      ...store,
      isPersistent: true,
      queue: () => store.queue(),
      change: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    })
    await outbox.enqueue(addTask(draft))
    await until(outbox, isEmpty)
    expect(wire.sent).toHaveLength(1)
    logged.mockRestore()
  })
})

describe('emptying the account', () => {
  it('discards queued commands in every tab, and sends none of them any more', async () => {
    wire.answer = () => Promise.reject(new ApiError(503, 'UNAVAILABLE', 'x'))
    const [here, there] = [await start(), await start()]
    await here.enqueue(addTask(draft))
    await until(here, (queue) => queue[0]?.status.is === 'waiting' && queue[0].attempts > 0)
    const sent = wire.sent.length
    await here.withEmptyQueue(async () => here.wake())
    expect(here.state().queue).toEqual([])
    await until(there, (queue) => queue.length === 0)
    expect([await store.queue(), wire.sent.length]).toEqual([[], sent])
  })

  it('leaves the queue unchanged if it fails', async () => {
    wire.answer = () => Promise.reject(new ApiError(503, 'UNAVAILABLE', 'x'))
    const outbox = await start()
    const { id } = await outbox.enqueue(addTask(draft))
    await until(outbox, (queue) => (queue[0]?.attempts ?? 0) > 0)
    await expect(outbox.withEmptyQueue(() => Promise.reject(lost()))).rejects.toThrow('Erro de conexão.')
    expect(outbox.state().queue.map(({ command }) => command.id)).toEqual([id])
    wire.answer = () => ({ task: aTask() })
    outbox.wake()
    await until(outbox, isEmpty)
  })
})

it('tries again at once if it was woken during an attempt that failed', async () => {
  const outbox = await start()
  wire.answer = (_sent, attempt) => {
    if (attempt > 1) return { task: aTask() }
    outbox.wake()
    throw lost()
  }
  const { id } = await outbox.enqueue(addTask(draft))
  const ended = await Promise.race([outbox.settled(id), new Promise((resolve) => setTimeout(resolve, 300))])
  expect(ended).toMatchObject({ status: { is: 'done' } })
})

it('pauses after a second failure in a row, however often it is woken', async () => {
  const outbox = await start()
  wire.answer = () => {
    outbox.wake()
    throw lost()
  }
  await outbox.enqueue(addTask(draft))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(wire.sent).toHaveLength(2)
})
