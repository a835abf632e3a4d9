import { FairQueue } from './fair-queue.js'

/** Records work in the order it starts; `endAll` completes it. */
function recordingTasks(queue: FairQueue) {
  const started: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const run = (from: string | null, name: string) =>
    queue
      .run(from, () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch((refusal: { code: string; retryAfterSeconds: number }) => {
        expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
        refused.push(name)
      })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    refused,
    run,
    settle,
    endAll: async () => {
      for (await settle(); ends.length > 0; await settle()) ends.shift()?.()
    },
  }
}

it('runs a bounded number at once, addresses in turn, each in its own order', async () => {
  const { started, run, endAll } = recordingTasks(new FairQueue(1, 64))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('203.0.113.1', name)
  void run('203.0.113.2', 'b1')
  void run('203.0.113.3', 'c1')
  void run('203.0.113.2', 'b2')
  await endAll()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('refuses an address that floods the queue, and keeps a place for the others', async () => {
  const { started, refused, run, settle, endAll } = recordingTasks(new FairQueue(1, 4))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void run('203.0.113.1', name)
  await settle()
  expect(refused).toEqual(['a6'])
  void run('203.0.113.2', 'b1')
  void run('203.0.113.2', 'b2')
  await settle()
  expect(refused).toEqual(['a6', 'a5', 'a4'])
  // No address holds more than two of the four places now, so none gives one up.
  void run('203.0.113.2', 'b3')
  await settle()
  expect(refused).toEqual(['a6', 'a5', 'a4', 'b3'])
  await endAll()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

it('counts an IPv6 network as one address', async () => {
  const { started, run, endAll } = recordingTasks(new FairQueue(1, 64))
  for (const name of ['a1', 'a2', 'a3']) void run(`2001:db8:7:7::${name.slice(1)}`, name)
  void run('2001:db8:7:8::1', 'b1')
  await endAll()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('continues after work that failed', async () => {
  const queue = new FairQueue(1, 64)
  const failing = queue.run(null, () => Promise.reject(new Error('no')))
  const next = queue.run(null, () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
