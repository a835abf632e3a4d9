import 'fake-indexeddb/auto'
import { hashKey, QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { runningRelease } from '../../lib/device-database'
import type { QueuedCommand } from './command'
import type { PersistedAnswer } from './account-database'
import { openStore, type AccountStore } from './device-store'
import { answerAt, storedCommand } from '../test-fixtures'
import { QueryPersister } from './query-persister'
import { CommandOutbox } from './outbox'
import { addTask } from '../task-commands'

const never = () => new Promise<never>(() => undefined)

const added: QueuedCommand = {
  position: 1,
  command: storedCommand(addTask({ title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })),
  status: { is: 'done', log: 'l', seq: 5, before: null, after: null },
  attempts: 0,
  isUncertain: false,
}

/** An answer as it is stored. */
function storedAnswer(name: string, seq: number, fetchedAt: number): PersistedAnswer {
  const key = ['task', name]
  return { hash: hashKey(key), key, data: answerAt(seq, []), log: 'l', seq, fetchedAt, release: runningRelease() }
}

/** A tab that starts with the stored answers. */
async function tab(account: string, store: AccountStore) {
  const client = new QueryClient()
  const queue = await store.queue()
  const reads = new QueryPersister(
    client,
    store,
    new CommandOutbox(account, store, { send: never, read: never, fetchEntity: never }, queue),
  )
  reads.restore(await store.answers())
  reads.follow()
  /** Reads an answer, and runs what follows. */
  const read = async (name: string, seq: number, entity = 'task'): Promise<void> => {
    const meta = { isPersisted: true, ...(entity !== 'task' && { alsoApplied: ['task'] }) }
    await client.fetchQuery({ queryKey: [entity, name], queryFn: () => answerAt(seq, []), meta })
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return { read }
}

it('keeps a command that an answer stored later by another tab lacks', async () => {
  const store = await openStore('two-tabs')
  await store.change(() => ({ put: [added], remove: [] }))
  const { read } = await tab('two-tabs', store)
  const other = await openStore('two-tabs')
  await other.putAnswer(storedAnswer('list', 4, 1))
  await read('stats', 5)
  expect(await store.queue()).toEqual([added])
  await read('list', 5)
  await waitFor(async () => expect(await store.queue()).toEqual([]))
})

it('keeps a command that an answer about another entity lacks, to which it is applied', async () => {
  const store = await openStore('applied')
  await store.change(() => ({ put: [added], remove: [] }))
  const { read } = await tab('applied', store)
  await read('list', 4, 'wallet')
  await read('list', 5)
  expect(await store.queue()).toEqual([added])
  await read('list', 5, 'wallet')
  await waitFor(async () => expect(await store.queue()).toEqual([]))
})

it('stores the answer of the later position, whatever the clock says', async () => {
  const store = await openStore('clock')
  await store.putAnswer(storedAnswer('list', 5, 2000))
  await store.putAnswer(storedAnswer('list', 6, 1000))
  await store.putAnswer(storedAnswer('list', 4, 3000))
  expect((await store.answers()).map(({ seq }) => seq)).toEqual([6])
})
