import { setImmediate as nextTurn } from 'node:timers/promises'
import { FairSemaphore } from './fair-semaphore.js'

const refused = expect.objectContaining({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })

/** Whether a promise is fulfilled by now. */
async function isGranted(taking: Promise<unknown>): Promise<boolean> {
  let granted = false
  void taking.then(() => (granted = true)).catch(() => undefined)
  await nextTurn()
  return granted
}

it('grants a bounded number of permits, of which one holder gets at most a share', async () => {
  const permits = new FairSemaphore({ total: 3, share: 2, waitMs: 0 })
  const [one] = await Promise.all([permits.acquire('a'), permits.acquire('a')])
  await expect(permits.acquire('a')).rejects.toEqual(refused)
  await permits.acquire('b')
  await expect(permits.acquire('c')).rejects.toEqual(refused)
  one()
  // Releasing twice counts once.
  one()
  await permits.acquire('c')
  await expect(permits.acquire('d')).rejects.toEqual(refused)
})

it('queues requests in order, except those whose holder has used up its share', async () => {
  const permits = new FairSemaphore({ total: 4, share: 3, waitMs: 60_000 })
  const held = await permits.acquire('a', 3)
  const own = permits.acquire('a', 1)
  const other = permits.acquire('b', 1)
  expect([await isGranted(own), await isGranted(other)]).toEqual([false, true])
  const large = permits.acquire('c', 2)
  const small = permits.acquire('d', 1)
  expect([await isGranted(large), await isGranted(small)]).toEqual([false, false])
  held()
  expect(await Promise.all([own, large].map(isGranted))).toEqual([true, true])
  expect(await isGranted(small)).toBe(false)
  ;(await other)()
  expect(await isGranted(small)).toBe(true)
})

it('refuses after a while, which lets the next one pass', async () => {
  const permits = new FairSemaphore({ total: 2, share: 2, waitMs: 20 })
  await permits.acquire('a', 1)
  const large = permits.acquire('b', 2)
  const small = permits.acquire('c', 1)
  expect(await isGranted(small)).toBe(false)
  await expect(large).rejects.toEqual(refused)
  await small
})
