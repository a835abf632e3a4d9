import { holdReload, runWithoutReloadHolds, waitForSafeReload } from './reload-holds'

/**
 * The part of Web Locks that the page uses, which jsdom lacks: shared locks are granted together, an exclusive one waits for them.
 */
class Locks {
  readonly #sharing = new Set<Promise<unknown>>()

  async request(_name: string, options: { mode?: string } | (() => Promise<void>), run?: () => Promise<void>): Promise<void> {
    if (typeof options === 'function') {
      while (this.#sharing.size > 0) await Promise.all(this.#sharing)
      return options()
    }
    const held = run!().finally(() => this.#sharing.delete(held))
    this.#sharing.add(held)
    await held
  }
}

beforeAll(() => Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true }))

const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  void promise.then(() => (done = true))
  await settled()
  return done
}

it('reloading is safe without a hold', async () => {
  expect(await isDone(waitForSafeReload())).toBe(true)
})

it('waits until every hold on what would be lost is released', async () => {
  const [releaseOne, releaseOther] = [holdReload('lost'), holdReload('lost')]
  const free = waitForSafeReload()
  releaseOne()
  releaseOne()
  expect(await isDone(free)).toBe(false)
  releaseOther()
  expect(await isDone(free)).toBe(true)
})

it('unfinished work delays a reload of all tabs, but not one that has to happen', async () => {
  const release = holdReload('unfinished')
  expect(await isDone(waitForSafeReload())).toBe(true)
  const run = jest.fn(async () => undefined)
  const ran = runWithoutReloadHolds(run)
  await settled()
  expect(run).not.toHaveBeenCalled()
  release()
  await ran
  expect(run).toHaveBeenCalledTimes(1)
})

it('a released hold delays nothing', async () => {
  holdReload('lost')()
  const run = jest.fn(async () => undefined)
  await runWithoutReloadHolds(run)
  expect(run).toHaveBeenCalledTimes(1)
})
