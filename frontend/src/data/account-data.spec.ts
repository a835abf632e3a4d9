import 'fake-indexeddb/auto'
import { ApiError } from '../lib/api'
import { resetAccount } from './account-data'
import type { CommandCall } from './sync/command'
import { needsConfirmation } from './confirmation'
import { isLapsedReset } from './sync/queue'
import { CommandOutbox } from './sync/outbox'
import type { CommandTransport } from './sync/sender'
import { entities } from './entities'
import { openStore } from './sync/device-store'
import { registerEntities } from './sync/entity-registry'
import { addTask } from './task-commands'

registerEntities(entities)

const task = addTask({ title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })
const lost = () => new ApiError(0, 'NETWORK', 'Erro de conexão.')

interface RecordedCall {
  path: string
  key: string
}

type Reset = Parameters<typeof resetAccount>[0]

let sent: RecordedCall[]
let answer: (request: CommandCall) => Promise<unknown>
let name = 0
const open: CommandOutbox[] = []

const wire: CommandTransport = {
  async send(request, { key }) {
    sent.push({ path: request.path, key })
    return { body: await answer(request), position: { log: 'l', seq: sent.length } }
  },
  read: () => Promise.reject(lost()),
  fetchEntity: () => Promise.reject(lost()),
}

/** The account with its stored queue, as after a page load. */
async function start(): Promise<Reset> {
  const store = await openStore(`reset${name}`)
  const outbox = new CommandOutbox(`reset${name}`, store, wire, await store.queue())
  open.push(outbox)
  outbox.start()
  return { id: `reset${name}`, outbox }
}

beforeEach(() => {
  name += 1
  sent = []
})
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.stop()
})

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 400 && !isSo(); round += 1) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(isSo()).toBe(true)
}

const names = ({ outbox }: Reset) => outbox.state().queue.map(({ command }) => command.name)

describe('a reset', () => {
  it('whose answer is lost is repeated under its key before anything else is sent, also after a reload', async () => {
    answer = () => Promise.reject(lost())
    const before = await start()
    await before.outbox.enqueue(task)
    await until(() => (before.outbox.state().queue[0]?.attempts ?? 0) > 0)
    void resetAccount(before)
    await until(() => before.outbox.state().queue.some(({ command, attempts }) => command.name === 'account.empty' && attempts > 0))
    const tried = sent.filter(({ path }) => path === '/tasks').length
    before.outbox.stop()

    const reloaded = await start()
    expect(names(reloaded)).toEqual(['task.add', 'account.empty'])
    answer = () => Promise.resolve({ task: null })
    await resetAccount(reloaded)
    expect(names(reloaded)).toEqual([])
    expect(sent.filter(({ path }) => path === '/tasks')).toHaveLength(tried)
    const resets = sent.filter(({ path }) => path === '/data/reset')
    expect(resets.length).toBeGreaterThan(1)
    expect(new Set(resets.map(({ key }) => key)).size).toBe(1)
  })

  it('that needs a confirmation first leaves the queue, and is sent under another key after the confirmation', async () => {
    answer = () => Promise.reject(new ApiError(403, 'CONFIRMATION_REQUIRED', 'Acesso negado.'))
    const account = await start()
    const refused = await resetAccount(account).catch((failure: unknown) => failure)
    expect(needsConfirmation(refused)).toBe(true)
    expect(names(account)).toEqual([])
    answer = () => Promise.resolve(null)
    await resetAccount(account)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('whose confirmation lapsed while it was repeated blocks nothing, and yields to the next one', async () => {
    answer = () => Promise.reject(lost())
    const before = await start()
    await before.outbox.enqueue(task)
    void resetAccount(before)
    await until(() => before.outbox.state().queue.some(({ command, attempts }) => command.name === 'account.empty' && attempts > 0))
    before.outbox.stop()

    answer = ({ path }) =>
      path === '/tasks' ? Promise.resolve({ task: null }) : Promise.reject(new ApiError(403, 'CONFIRMATION_REQUIRED', 'Acesso negado.'))
    const reloaded = await start()
    await until(() => reloaded.outbox.state().queue.some(isLapsedReset))
    await until(() => sent.at(-1)?.path === '/tasks')
    await expect(resetAccount(reloaded)).rejects.toThrow('Acesso negado.')
    expect(names(reloaded)).not.toContain('account.empty')
  })

  it('that is refused leaves the queue unchanged, and rejects with the reason', async () => {
    answer = ({ path }) =>
      Promise.reject(path === '/tasks' ? new ApiError(503, 'UNAVAILABLE', 'x') : new ApiError(403, 'FORBIDDEN', 'Acesso negado.'))
    const account = await start()
    await account.outbox.enqueue(task)
    await expect(resetAccount(account)).rejects.toThrow('Acesso negado.')
    expect(names(account)).toEqual(['task.add'])
    answer = () => Promise.resolve({ task: null })
    account.outbox.wake()
    await until(() => account.outbox.state().queue[0]?.status.is === 'done')
  })
})
