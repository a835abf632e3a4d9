import { holdReload, runWithoutReloadHolds, waitForSafeReload } from './reload-holds'

/** Web Locks as far as this page needs them, which jsdom has not: whoever shares goes in together, whoever wants all waits for them. */
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

it('nothing held is nothing lost', async () => {
  expect(await isDone(waitForSafeReload())).toBe(true)
})

it('what would be lost is waited for, however much of it there is', async () => {
  const [one, other] = [holdReload('lost'), holdReload('lost')]
  const free = waitForSafeReload()
  one()
  one()
  expect(await isDone(free)).toBe(false)
  other()
  expect(await isDone(free)).toBe(true)
})

it('what is only unfinished holds whoever asks for all tabs, and not what has to happen', async () => {
  const letGo = holdReload('unfinished')
  expect(await isDone(waitForSafeReload())).toBe(true)
  const run = jest.fn(async () => undefined)
  const ran = runWithoutReloadHolds(run)
  await settled()
  expect(run).not.toHaveBeenCalled()
  letGo()
  await ran
  expect(run).toHaveBeenCalledTimes(1)
})

it('what is held and let go again holds nobody', async () => {
  holdReload('lost')()
  const run = jest.fn(async () => undefined)
  await runWithoutReloadHolds(run)
  expect(run).toHaveBeenCalledTimes(1)
})
