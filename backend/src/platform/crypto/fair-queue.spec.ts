import { FairQueue } from './fair-queue.js'

/** Work that ends when it is told to, and the order in which it began. */
function bench(turns: FairQueue) {
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const take = (from: string | null, name: string) =>
    turns
      .take(from, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch((refusal: { code: string; retryAfterSeconds: number }) => {
        expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
        refused.push(name)
      })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    refused,
    take,
    settle,
    endAll: async () => {
      for (await settle(); ends.length > 0; await settle()) ends.shift()?.()
    },
  }
}

it('run a few at once, and the addresses one after the other, each its own oldest first', async () => {
  const { begun, take, endAll } = bench(new FairQueue(1, 64))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void take('203.0.113.1', name)
  void take('203.0.113.2', 'b1')
  void take('203.0.113.3', 'c1')
  void take('203.0.113.2', 'b2')
  await endAll()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('refuse whoever floods, and have a place for whoever does not', async () => {
  const { begun, refused, take, settle, endAll } = bench(new FairQueue(1, 4))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void take('203.0.113.1', name)
  await settle()
  expect(refused).toEqual(['a6'])
  void take('203.0.113.2', 'b1')
  void take('203.0.113.2', 'b2')
  await settle()
  expect(refused).toEqual(['a6', 'a5', 'a4'])
  // Nobody has more than two of the four places now: there is nothing more to give.
  void take('203.0.113.2', 'b3')
  await settle()
  expect(refused).toEqual(['a6', 'a5', 'a4', 'b3'])
  await endAll()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

it('take a neighbourhood of IPv6 for one address', async () => {
  const { begun, take, endAll } = bench(new FairQueue(1, 64))
  for (const name of ['a1', 'a2', 'a3']) void take(`2001:db8:7:7::${name.slice(1)}`, name)
  void take('2001:db8:7:8::1', 'b1')
  await endAll()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('go on after work that failed', async () => {
  const turns = new FairQueue(1, 64)
  const failing = turns.take(null, () => Promise.reject(new Error('no')))
  const next = turns.take(null, () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
