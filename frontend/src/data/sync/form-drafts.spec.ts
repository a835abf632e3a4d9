import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { openStore } from './device-store'
import { DRAFT_LIFETIME_MS, FormDrafts, MAX_DRAFTS, MAX_DRAFT_LENGTH } from './form-drafts'

const opened: (() => void)[] = []

/** The drafts of an account as a newly opened page reads them. */
async function openDrafts(account: string): Promise<FormDrafts> {
  const store = await openStore(account)
  const drafts = new FormDrafts(store, await store.drafts())
  opened.push(() => {
    drafts.stop()
    store.close()
  })
  return drafts
}

afterEach(() => {
  for (const close of opened.splice(0)) close()
  jest.restoreAllMocks()
})

it('outlive their page, and are unknown to another account', async () => {
  const drafts = await openDrafts('a')
  drafts.write('task::', { title: 'Pagar DAS' })
  await drafts.flush()
  expect((await openDrafts('a')).read('task::')).toEqual({ title: 'Pagar DAS' })
  expect((await openDrafts('b')).read('task::')).toBeNull()
})

it('are written soon after a change, and before the page is left', async () => {
  const drafts = await openDrafts('soon')
  const stop = drafts.follow()
  drafts.write('one', { title: 'Pagar DAS' })
  await waitFor(async () => expect((await openDrafts('soon')).read('one')).toEqual({ title: 'Pagar DAS' }))
  drafts.write('two', { title: 'Comprar farinha' })
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(async () => expect((await openDrafts('soon')).read('two')).toEqual({ title: 'Comprar farinha' }))
  stop()
})

it('of two tabs with the same form keep the last write, which the other tab reads with its focus', async () => {
  const [first, second] = [await openDrafts('tabs'), await openDrafts('tabs')]
  const stop = first.follow()
  first.write('task::', { title: 'Um' })
  await first.flush()
  second.write('task::', { title: 'Dois' })
  await second.flush()
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(first.read('task::')).toEqual({ title: 'Dois' }))
  stop()
})

it('drop the oldest beyond their number, and leave a former draft where the next is too long', async () => {
  const drafts = await openDrafts('bounds')
  let now = Date.now()
  jest.spyOn(Date, 'now').mockImplementation(() => (now += 1))
  for (let index = 0; index <= MAX_DRAFTS; index += 1) drafts.write(`form ${index}`, { index })
  drafts.write('form 1', { title: 'x'.repeat(MAX_DRAFT_LENGTH) })
  await drafts.flush()
  const again = await openDrafts('bounds')
  expect([again.read('form 0'), again.read('form 1'), again.read(`form ${MAX_DRAFTS}`)]).toEqual([
    null,
    { index: 1 },
    { index: MAX_DRAFTS },
  ])
})

it('are deleted after thirty days', async () => {
  const drafts = await openDrafts('old')
  drafts.write('old', { title: 'Pagar DAS' })
  await drafts.flush()
  drafts.stop()
  const later = Date.now() + DRAFT_LIFETIME_MS + 1
  jest.spyOn(Date, 'now').mockReturnValue(later)
  const again = await openDrafts('old')
  expect(again.read('old')).toBeNull()
  await again.flush()
  jest.restoreAllMocks()
  expect((await openDrafts('old')).read('old')).toBeNull()
})

it('about an entity are deleted with it', async () => {
  const drafts = await openDrafts('entity')
  for (const name of ['task:t1:', 'progress:t1:', 'task:t11:', 'task::']) drafts.write(name, { title: 'Pagar DAS' })
  drafts.removeOf('t1')
  expect(['task:t1:', 'progress:t1:', 'task:t11:', 'task::'].map((name) => drafts.read(name) !== null)).toEqual([false, false, true, true])
})

it('ignore what comes after their account was closed', async () => {
  const drafts = await openDrafts('closed')
  drafts.stop()
  drafts.write('task::', { title: 'Pagar DAS' })
  await drafts.flush()
  expect((await openDrafts('closed')).read('task::')).toBeNull()
})
