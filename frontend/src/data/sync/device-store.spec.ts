import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { storedCommand } from '../test-fixtures'
import { requestResult, withAccountDatabase } from '../../lib/device-database'
import { MemoryStore, openStore, type AccountStore } from './device-store'
import { addTask } from '../task-commands'
import { recordDiscarded, readDiscarded } from './discarded-commands'

const item = {
  position: 1,
  command: storedCommand(addTask({ title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })),
  status: { is: 'waiting' },
  attempts: 0,
  isUncertain: false,
} as const

/** Opens a store in a browser whose `indexedDB.open` is replaced. */
async function openedBy(open: (name: string) => IDBOpenDBRequest): Promise<AccountStore> {
  const opening = jest.spyOn(IDBFactory.prototype, 'open').mockImplementation(open)
  try {
    return await openStore('a')
  } finally {
    opening.mockRestore()
  }
}

it("keeps the queue of an account, and no other account's", async () => {
  const store = await openStore('kept')
  await store.change(() => ({ put: [item], remove: [] }))
  store.close()
  expect(await (await openStore('kept')).queue()).toEqual([item])
  expect(await (await openStore('another')).queue()).toEqual([])
})

it('adds to a queue that another tab has changed, and never reuses a position', async () => {
  const [store, tab] = [await openStore('shared'), await openStore('shared')]
  await tab.change(() => ({ put: [item], remove: [] }))
  expect(await store.add({ ...item, attempts: 1 })).toBeNull()
  expect(await store.queue()).toEqual([item])
  const next = { ...item, position: 2 }
  expect(await store.add(next)).toEqual([item, next])
  expect(await tab.queue()).toEqual([item, next])
})

it('deletes the commands that were recorded as discarded, and no others', async () => {
  const store = await openStore('void')
  const other = { ...item, position: 2, command: { ...item.command, id: 'other' } }
  await store.change(() => ({ put: [item, other], remove: [] }))
  await store.putAnswer({ hash: 'h', key: ['task'], data: 1, log: 'l', seq: 1, fetchedAt: 1, release: 'r' })
  store.close()
  recordDiscarded('void', [item.command.id])
  const again = await openStore('void')
  expect([await again.queue(), (await again.answers()).length, readDiscarded('void')]).toEqual([[other], 1, null])
  again.close()
  recordDiscarded('void', ['another'])
  recordDiscarded('void', 'all')
  const last = await openStore('void')
  expect([await last.queue(), await last.answers(), readDiscarded('void')]).toEqual([[], [], null])
})

it.each<[string, (name: string) => IDBOpenDBRequest]>([
  [
    'throws at once',
    () => {
      throw new DOMException('Storage is refused', 'SecurityError')
    },
  ],
  [
    'fails after a while',
    () => {
      const request = new EventTarget() as IDBOpenDBRequest
      setTimeout(() => request.dispatchEvent(new Event('error')), 5)
      return Object.defineProperty(request, 'error', { value: new DOMException('No', 'InvalidStateError') })
    },
  ],
  ['never answers', () => new EventTarget() as IDBOpenDBRequest],
])('lives as long as the page where the browser %s', async (_name, open) => {
  const store = await openedBy(open)
  expect(store.isPersistent).toBe(false)
  expect(await store.change(() => ({ put: [item], remove: [] }))).toEqual([item])
  expect(await store.queue()).toEqual([item])
})

it('releases the lock of a store that opens too late to be used', async () => {
  jest.useFakeTimers()
  const steps: string[] = []
  const request = async (_name: string, _options: unknown, work: (lock: object) => Promise<void>) => {
    // Another tab seals the account meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 11_000))
    steps.push('acquired')
    await work({})
    steps.push('released')
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  try {
    const opening = openStore('late')
    await jest.advanceTimersByTimeAsync(10_000)
    expect((await opening).isPersistent).toBe(false)
    expect(steps).toEqual([])
    await jest.advanceTimersByTimeAsync(1_000)
    jest.useRealTimers()
    await waitFor(() => expect(steps).toEqual(['acquired', 'released']))
  } finally {
    Reflect.deleteProperty(navigator, 'locks')
    jest.useRealTimers()
  }
})

it('leaves a command withdrawn that another tab withdraws while this one decrypts the queue', async () => {
  const store = await openStore('sealed')
  await store.change(() => ({ put: [item], remove: [] }))
  await store.seal()
  store.close()
  const tab = await openStore('sealed')
  await tab.seal()
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle) as (...params: unknown[]) => Promise<ArrayBuffer>
  const decrypting = jest.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...params) => {
    const text = await decrypt(...params)
    await tab.change(() => ({ put: [], remove: [item.position] }))
    return text
  })
  const opened = await openStore('sealed')
  expect(await opened.queue()).toEqual([])
  decrypting.mockRestore()
})

describe('files', () => {
  const photo = new Blob([new Uint8Array([255, 216, 255, 1, 2, 3])], { type: 'image/jpeg' })
  const file = { id: item.command.id, content: photo }
  const bytesOf = async (blob: Blob | null) => blob && [blob.type, ...new Uint8Array(await blob.arrayBuffer())]
  const stored = ['image/jpeg', 255, 216, 255, 1, 2, 3]

  it('keeps the file of a command with it, encrypted', async () => {
    const store = await openStore('files')
    await store.add(item, file)
    expect(await bytesOf(await store.file(item.command.id))).toEqual(stored)
    store.close()
    const again = await openStore('files')
    expect(await bytesOf(await again.file(item.command.id))).toEqual(stored)
    expect(await again.file('another')).toBeNull()
    const kept = await withAccountDatabase('files', (database) =>
      requestResult<object[]>(database.transaction('files').objectStore('files').getAll()),
    )
    expect(kept.map((each) => Object.keys(each).toSorted())).toEqual([['id', 'iv', 'sealed', 'type']])
  })

  it('adds neither of them where the position is taken', async () => {
    const store = await openStore('taken')
    await store.add({ ...item, command: { ...item.command, id: 'first' } })
    expect(await store.add(item, file)).toBeNull()
    expect(await store.file(item.command.id)).toBeNull()
  })

  it.each([
    ['is removed', () => ({ put: [], remove: [item.position] })],
    ['is replaced', () => ({ put: [{ ...item, command: { ...item.command, id: 'other' } }], remove: [] })],
  ])('deletes the file when its command %s', async (_name, change) => {
    for (const store of [await openStore(`ended ${_name}`), new MemoryStore()]) {
      await store.change(() => ({ put: [item], remove: [] }), [file])
      await store.change(() => ({ put: [{ ...item, attempts: 1 }], remove: [] }))
      expect(await bytesOf(await store.file(item.command.id))).toEqual(stored)
      await store.change(change)
      expect(await store.file(item.command.id)).toBeNull()
    }
  })

  it('keeps files over the end of a session, and deletes them with everything else', async () => {
    const store = await openStore('over')
    await store.add(item, file)
    await store.seal()
    store.close()
    const again = await openStore('over')
    expect([(await again.queue()).length, await bytesOf(await again.file(item.command.id))]).toEqual([1, stored])
    await again.clear()
    expect(await again.file(item.command.id)).toBeNull()
  })

  it('deletes the file of an answered command that was deleted at the end of a session', async () => {
    const store = await openStore('answered')
    await store.change(
      () => ({ put: [{ ...item, status: { is: 'done', log: 'l', seq: 1, before: null, after: null } }], remove: [] }),
      [file],
    )
    await store.seal()
    store.close()
    const again = await openStore('answered')
    expect([await again.queue(), await again.file(item.command.id)]).toEqual([[], null])
  })

  it('deletes the files of discarded commands', async () => {
    for (const discarded of [[item.command.id], 'all' as const]) {
      const store = await openStore('discarded')
      await store.change(() => ({ put: [item], remove: [] }), [file])
      store.close()
      recordDiscarded('discarded', discarded)
      const again = await openStore('discarded')
      expect([await again.queue(), await again.file(item.command.id)]).toEqual([[], null])
      again.close()
    }
  })

  it('reads the files of the store that a queue in memory comes from', async () => {
    const store = await openStore('former')
    await store.add(item, file)
    expect(await bytesOf(await new MemoryStore([item], store).file(item.command.id))).toEqual(stored)
  })
})

it('keeps the queue of the store before drafts', async () => {
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('prumo:before', 5)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('commands', { keyPath: 'position' }).add(item)
      opening.result.createObjectStore('reads', { keyPath: 'hash' })
      opening.result.createObjectStore('keys')
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  const store = await openStore('before')
  expect([await store.queue(), await store.drafts()]).toEqual([[item], []])
})

it('deletes an older store when it is opened', async () => {
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('prumo:old', 2)
    opening.onupgradeneeded = () => {
      const commands = opening.result.createObjectStore('commands', { keyPath: 'position' })
      const reads = opening.result.createObjectStore('reads', { keyPath: 'hash' })
      opening.result.createObjectStore('keys')
      opening.result.createObjectStore('other')
      commands.add(item)
      reads.add({ hash: 'h', key: ['task'], data: [], log: 'l', seq: 1, at: 5 })
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  const store = await openStore('old')
  expect([store.isPersistent, await store.queue(), await store.answers()]).toEqual([true, [], []])
  await store.change(() => ({ put: [item], remove: [] }))
  store.close()
  expect(await (await openStore('old')).queue()).toEqual([item])
  const [database] = (await indexedDB.databases()).filter(({ name }) => name === 'prumo:old')
  expect(database?.version).toBeGreaterThan(2)
})
