import 'fake-indexeddb/auto'
import { issued } from './given'
import { openStore, type Store } from './device-store'
import { addTask } from './task-commands'
import { noteVoid, notedVoid } from './void-line'

const item = {
  position: 1,
  command: issued(addTask({ title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })),
  standing: { is: 'waiting' },
  attempts: 0,
  uncertain: false,
} as const

/** A browser that opens stores as the test says. */
async function openedBy(open: (name: string) => IDBOpenDBRequest): Promise<Store> {
  const opening = jest.spyOn(IDBFactory.prototype, 'open').mockImplementation(open)
  try {
    return await openStore('a')
  } finally {
    opening.mockRestore()
  }
}

it('keeps the line of an account, and of no other', async () => {
  const store = await openStore('kept')
  await store.change(() => ({ put: [item], remove: [] }))
  store.close()
  expect(await (await openStore('kept')).line()).toEqual([item])
  expect(await (await openStore('another')).line()).toEqual([])
})

it('adds to a line that another tab has, and takes no place that is taken', async () => {
  const [store, tab] = [await openStore('shared'), await openStore('shared')]
  await tab.change(() => ({ put: [item], remove: [] }))
  expect(await store.add({ ...item, attempts: 1 })).toBeNull()
  expect(await store.line()).toEqual([item])
  const next = { ...item, position: 2 }
  expect(await store.add(next)).toEqual([item, next])
  expect(await tab.line()).toEqual([item, next])
})

it('lets go of what was noted to be void, and of nothing else', async () => {
  const store = await openStore('void')
  const other = { ...item, position: 2, command: { ...item.command, id: 'other' } }
  await store.change(() => ({ put: [item, other], remove: [] }))
  await store.keep({ hash: 'h', key: ['task'], data: 1, log: 'l', seq: 1, at: 1 })
  store.close()
  noteVoid('void', [item.command.id])
  const again = await openStore('void')
  expect([await again.line(), (await again.reads()).length, notedVoid('void')]).toEqual([[other], 1, null])
  again.close()
  noteVoid('void', ['another'])
  noteVoid('void', 'all')
  const last = await openStore('void')
  expect([await last.line(), await last.reads(), notedVoid('void')]).toEqual([[], [], null])
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
  expect(store.isKept).toBe(false)
  expect(await store.change(() => ({ put: [item], remove: [] }))).toEqual([item])
  expect(await store.line()).toEqual([item])
})

it('lets go of what a release kept that knew no positions, but of nothing that waits', async () => {
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('prumo:old', 1)
    opening.onupgradeneeded = () => {
      const commands = opening.result.createObjectStore('commands', { keyPath: 'position' })
      const reads = opening.result.createObjectStore('reads', { keyPath: 'hash' })
      commands.add({ ...item, position: 1, standing: { is: 'done', at: 5, before: null, after: null } })
      commands.add({ ...item, position: 2 })
      reads.add({ hash: 'h', key: ['task'], data: [], at: 5 })
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  const store = await openStore('old')
  expect([await store.line(), await store.reads()]).toEqual([[{ ...item, position: 2 }], []])
})
