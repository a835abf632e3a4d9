import 'fake-indexeddb/auto'
import { hashKey, QueryClient } from '@tanstack/react-query'
import { runningRelease } from '../lib/device-database'
import type { Item } from './command'
import type { KeptRead } from './account-database'
import { openStore, type Store } from './device-store'
import { fresh, issued } from './given'
import { KeptReads } from './kept-reads'
import { Outbox } from './outbox'
import { addTask } from './task-commands'

const added: Item = {
  position: 1,
  command: issued(addTask({ title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })),
  standing: { is: 'done', log: 'l', seq: 5, before: null, after: null },
  attempts: 0,
  uncertain: false,
}

/** A read as it is put away. */
function kept(name: string, seq: number, at: number): KeptRead {
  const key = ['task', name]
  return { hash: hashKey(key), key, data: fresh(seq, []), log: 'l', seq, at, release: runningRelease() }
}

/** A tab that shows what was kept when it began. */
async function tab(account: string, store: Store) {
  const client = new QueryClient()
  const line = await store.line()
  const reads = new KeptReads(
    client,
    store,
    new Outbox(account, store, { send: () => new Promise(() => undefined), read: () => new Promise(() => undefined) }, line),
  )
  reads.recall(await store.reads())
  reads.follow()
  /** Something is read, and what follows from that is done. */
  const read = async (name: string, seq: number): Promise<void> => {
    await client.fetchQuery({ queryKey: ['task', name], queryFn: () => fresh(seq, []), meta: { isKept: true } })
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return { read }
}

it('keeps a command that what another tab put away since does not know of', async () => {
  const store = await openStore('two-tabs')
  await store.change(() => ({ put: [added], remove: [] }))
  const { read } = await tab('two-tabs', store)
  const other = await openStore('two-tabs')
  await other.keep(kept('list', 4, 1))
  await read('stats', 5)
  expect(await store.line()).toEqual([added])
  await read('list', 5)
  expect(await store.line()).toEqual([])
})

it('puts away what reflects more, wherever the clock was set', async () => {
  const store = await openStore('clock')
  await store.keep(kept('list', 5, 2000))
  await store.keep(kept('list', 6, 1000))
  await store.keep(kept('list', 4, 3000))
  expect((await store.reads()).map(({ seq }) => seq)).toEqual([6])
})
