import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { MIN_SEQ_HEADER, SEQ_HEADER } from '@prumo/shared/freshness'
import type { User } from '@prumo/shared/identity'
import type { Account } from './account'
import { resetAccount } from './account-data'
import { answerAt } from './test-fixtures'
import { addTask, type TaskDraft } from './task-commands'

const ana = { id: 'ana', name: 'Ana', email: 'ana@example.com' } as User
const bia = { ...ana, id: 'bia' }
const draft: TaskDraft = { title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' }

interface HeldRequest {
  path: string
  authorization: string | undefined
  key: string | undefined
  least: string | undefined
  answer: (status: number, body: unknown, headers?: Record<string, string>) => void
}
const requests: HeldRequest[] = []

beforeEach(() => {
  requests.length = 0
  localStorage.clear()
  sessionStorage.clear()
  global.fetch = jest.fn(
    (path: string, { headers }: { headers: Record<string, string> }) =>
      new Promise<Response>((resolve) =>
        requests.push({
          path,
          authorization: headers['Authorization'],
          key: headers['Idempotency-Key'],
          least: headers[MIN_SEQ_HEADER],
          answer: (status, body, said = {}) => resolve(new Response(JSON.stringify(body), { status, headers: said })),
        }),
      ),
  ) as never
})

/** Sets the release of the page. */
function run(release: string): void {
  document.head.innerHTML = `<script type="module" src="/assets/index-${release}.js"></script>`
}

/** Loads the modules as a new page does. */
async function start() {
  jest.resetModules()
  return {
    ...(await import('../lib/session')),
    ...(await import('../lib/session-start')),
    ...(await import('./current-account')),
    ...(await import('./account')),
  }
}

async function opened(app: Awaited<ReturnType<typeof start>>, user: User): Promise<Account> {
  app.beginSession(`token-of-${user.id}`, user, true)
  return app.openedAccount(user.id)
}

async function sent(path: string): Promise<HeldRequest> {
  for (;;) {
    const found = requests.find((request) => request.path === path)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const lineOf = (account: Account) => account.outbox.state().queue.map(({ command }) => command.args)

it('keeps unsent commands when a session expires, and sends them when the same person signs in', async () => {
  const app = await start()
  await (await opened(app, ana)).outbox.enqueue(addTask(draft))
  ;(await sent('/api/tasks')).answer(401, {})
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(app.session().status).toBe('signed-out')
  requests.length = 0
  const again = await opened(app, ana)
  expect(lineOf(again)).toMatchObject([{ title: 'Pagar DAS' }])
  expect((await sent('/api/tasks')).authorization).toBe('Bearer token-of-ana')
  app.endSession('expired')
})

it('seals an account whose session expires while it opens', async () => {
  const app = await start()
  const lia = { ...ana, id: 'lia' }
  const account = await opened(app, lia)
  await account.outbox.enqueue(addTask(draft))
  account.close()
  const reloaded = await start()
  const opening = reloaded.openedAccount(lia.id)
  reloaded.endSession('expired')
  await opening
  await waitFor(async () =>
    expect(await storedCommands(lia.id)).toEqual([expect.objectContaining({ sealed: expect.anything() as unknown })]),
  )
})

async function storedCommands(id: string): Promise<unknown[]> {
  const opening = indexedDB.open(`prumo:${id}`)
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
  const request = database.transaction('commands').objectStore('commands').getAll()
  const stored = await new Promise<unknown[]>((resolve) => (request.onsuccess = () => resolve(request.result as unknown[])))
  database.close()
  return stored
}

it('seals nothing under a person who signs in again at once', async () => {
  const app = await start()
  const generateKey = crypto.subtle.generateKey.bind(crypto.subtle) as (...params: unknown[]) => Promise<CryptoKey>
  const sealing = jest.spyOn(crypto.subtle, 'generateKey').mockImplementation(async (...params) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return generateKey(...params)
  })
  await (await opened(app, { ...ana, id: 'ida' })).outbox.enqueue(addTask(draft))
  ;(await sent('/api/tasks')).answer(401, {})
  while (app.session().status !== 'signed-out') await new Promise((resolve) => setTimeout(resolve, 1))
  const again = await opened(app, { ...ana, id: 'ida' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await again.outbox.enqueue(addTask({ ...draft, title: 'Comprar farinha' }))
  expect(lineOf(again)).toMatchObject([{ title: 'Pagar DAS' }, { title: 'Comprar farinha' }])
  sealing.mockRestore()
  app.endSession('expired')
})

it('erases the account from the device when the person signs out', async () => {
  const app = await start()
  await (await opened(app, bia)).outbox.enqueue(addTask(draft))
  void app.signOut()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const again = await opened(await start(), bia)
  expect(lineOf(again)).toEqual([])
  again.close()
})

it('keeps nothing that is under way when the person signs out, whatever its answer', async () => {
  const app = await start()
  const account = await opened(app, { ...ana, id: 'eva' })
  const accepted: unknown[] = []
  await account.outbox.enqueue(addTask(draft))
  const hanging = await sent('/api/tasks')
  account.outbox.listen({
    enqueued: (command) => accepted.push(command),
    parked: (item) => accepted.push(item),
    changed: (what) => accepted.push(what),
  })
  void app.signOut()
  await new Promise((resolve) => setTimeout(resolve, 100))
  hanging.answer(201, { task: { id: 'x', version: 1 } })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(accepted).toEqual([])
  expect(requests.filter(({ path }) => path === '/api/tasks')).toHaveLength(1)
  const again = await opened(await start(), { ...ana, id: 'eva' })
  expect(lineOf(again)).toEqual([])
  again.close()
})

/** What the device stores of drafts, as it is stored. */
async function storedDrafts(id: string): Promise<object[]> {
  const opening = indexedDB.open(`prumo:${id}`)
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
  const request = database.transaction('drafts').objectStore('drafts').getAll()
  const stored = await new Promise<object[]>((resolve) => (request.onsuccess = () => resolve(request.result)))
  database.close()
  return stored
}

it('seals drafts when the session expires, what was just typed included, and opens them for the same person alone', async () => {
  const app = await start()
  const iris = { ...ana, id: 'iris' }
  const account = await opened(app, iris)
  account.drafts.write('task::', { title: 'Pagar DAS' })
  app.endSession('expired')
  account.drafts.write('task::', { title: 'A form that closes with the session' })
  await waitFor(async () =>
    expect(await storedDrafts('iris')).toEqual([
      { name: 'task::', iv: expect.anything() as unknown, sealed: expect.anything() as unknown },
    ]),
  )
  const other = await opened(app, bia)
  expect(other.drafts.read('task::')).toBeNull()
  app.endSession('expired')
  const again = await opened(app, iris)
  expect(again.drafts.read('task::')).toEqual({ title: 'Pagar DAS' })
  app.endSession('expired')
})

it('erases drafts when the person signs out, and when the account is emptied', async () => {
  const app = await start()
  const jair = { ...ana, id: 'jair' }
  const account = await opened(app, jair)
  account.drafts.write('task::', { title: 'Pagar DAS' })
  await account.drafts.flush()
  account.drafts.write('goal::', { title: 'Forno' })
  void app.signOut()
  await waitFor(async () => expect(await storedDrafts('jair')).toEqual([]))

  const again = await opened(app, jair)
  again.drafts.write('task::', { title: 'Pagar DAS' })
  void resetAccount(again)
  ;(await sent('/api/data/reset')).answer(200, {}, { [SEQ_HEADER]: 'l.1' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(again.drafts.read('task::')).toBeNull()
  app.endSession('expired')
})

it('works in both of two tabs when the person signs in again in each, after both expired', async () => {
  const tabs = [await start(), await start()]
  for (const tab of tabs) await tab.startSession()
  const user = { ...ana, id: 'flora' }
  const [first, second] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
  const token = 'token-of-flora'
  const tell = (oldValue: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'prumo:token', oldValue, newValue }))
  second.beginSession(token, user, true)
  await (await opened(first, user)).outbox.enqueue(addTask(draft))
  ;(await sent('/api/tasks')).answer(401, {})
  await new Promise((resolve) => setTimeout(resolve, 20))
  tell(token, null)
  expect(tabs.map((tab) => tab.session().status)).toEqual(['signed-out', 'signed-out'])
  requests.length = 0

  first.beginSession('token-1', user, true)
  const open = await first.openedAccount(user.id)
  tell(null, 'token-1')
  second.beginSession('token-2', user, true)
  tell('token-1', 'token-2')
  const other = await second.openedAccount(user.id)

  expect(tabs.map((tab) => tab.session().token)).toEqual(['token-2', 'token-2'])
  expect(await first.openedAccount(user.id)).toBe(open)
  ;(await sent('/api/tasks')).answer(201, { task: { id: 'x', version: 1 } })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([open, other].map((account) => account.outbox.state().queue.filter(({ status }) => status.is === 'refused'))).toEqual([[], []])
  expect(new Set(requests.filter(({ path }) => path === '/api/tasks').map(({ key }) => key)).size).toBe(1)
  open.close()
  other.close()
})

it('shows answers that the same release stored, and drops those of another', async () => {
  const key = ['task', 'list']
  const kept = async (release: string) => {
    run(release)
    const account = await opened(await start(), { ...ana, id: 'gil' })
    const data: unknown = account.client.getQueryData(key)
    return { account, data }
  }
  const { account } = await kept('one')
  await account.client.fetchQuery({ queryKey: key, queryFn: () => answerAt(1, ['of the first']), meta: { isPersisted: true } })
  await new Promise((resolve) => setTimeout(resolve, 20))
  account.close()
  const same = await kept('one')
  expect(same.data).toEqual(answerAt(1, ['of the first']))
  same.account.close()
  const newer = await kept('two')
  expect(newer.data).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 20))
  newer.account.close()
  const back = await kept('one')
  expect(back.data).toBeUndefined()
  back.account.close()
})

it('asks the browser for persistent storage once, with the first command', async () => {
  const persist = jest.fn(() => Promise.reject(new TypeError('No')))
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true })
  const tick = () => new Promise((resolve) => setTimeout(resolve, 20))
  const first = await opened(await start(), { ...ana, id: 'hugo' })
  await tick()
  expect(persist).not.toHaveBeenCalled()
  await first.outbox.enqueue(addTask(draft))
  await first.outbox.enqueue(addTask(draft))
  expect(persist).toHaveBeenCalledTimes(1)
  first.close()
  const again = await opened(await start(), { ...ana, id: 'hugo' })
  await tick()
  await again.outbox.enqueue(addTask(draft))
  expect(persist).toHaveBeenCalledTimes(1)
  again.close()
})

it('lets nothing of one account reach another, whatever is under way', async () => {
  const app = await start()
  const first = await opened(app, { ...ana, id: 'carla' })
  await first.outbox.enqueue(addTask(draft))
  const hanging = await sent('/api/tasks')
  const reading = first.client.fetchQuery({ queryKey: ['task', 'list'], queryFn: () => first.read('/tasks', {}) }).catch(() => 'stopped')
  app.endSession('expired')
  const second = await opened(app, { ...ana, id: 'dora' })
  hanging.answer(201, { task: { id: 'x', version: 1 } })
  await reading
  expect(lineOf(second)).toEqual([])
  expect(second.client.getQueryCache().getAll()).toEqual([])
  expect(requests.filter(({ path }) => path === '/api/tasks').map(({ authorization }) => authorization)).toEqual(['Bearer token-of-carla'])
  second.close()
})

it('sends the last seen position with each read, and starts over in another log', async () => {
  const app = await start()
  const account = await opened(app, { ...ana, id: 'caio' })
  const said: (string | undefined)[] = []
  for (const [path, position] of [
    ['/goals', 'l.5'],
    ['/tasks', 'l.3'],
    ['/reports', 'm.1'],
    ['/balance', 'm.2'],
    ['/imports', 'm.2'],
  ] as const) {
    const reading = account.read(path, {})
    const request = await sent(`/api${path}`)
    request.answer(200, {}, { [SEQ_HEADER]: position })
    await reading
    said.push(request.least)
  }
  expect(said).toEqual([undefined, 'l.5', 'l.5', 'm.1', 'm.2'])
  app.endSession('expired')
})

it('keeps nothing of a guest on the device, and leaves what the account’s own person keeps there', async () => {
  const visit = { grantId: '7', ownerName: 'Ana', until: null, endsAt: '2026-11-28T00:00:00.000Z', grants: [] }
  const rita = { ...ana, id: 'rita' }
  const own = await start()
  const account = await opened(own, rita)
  await account.outbox.enqueue(addTask(draft))
  account.close()
  const app = await start()
  app.beginVisit('token-of-guest', { ...rita, name: 'Guest', email: '', visit })
  const visited = await app.openedAccount(rita.id)
  expect(visited.isGuest).toBe(true)
  expect(visited.outbox.state().queue).toEqual([])
  visited.drafts.write('transaction::', { description: 'Bolo' })
  await app.completeSignOut({ isOver: true })
  const again = await start()
  expect((await opened(again, rita)).outbox.state().queue).toHaveLength(1)
})
