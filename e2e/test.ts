import { test as base } from '@playwright/test'
import { RunningApp } from './running-app.js'

export { expect } from '@playwright/test'

/** The test function of journeys: `page` opens `app`, the program that all workers share. Every test has its own account. */
export const test = base.extend<object, { app: RunningApp }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern.
  app: [async ({}, use) => use(RunningApp.shared()), { scope: 'worker' }],
  baseURL: async ({ app }, use) => use(app.url),
})

/**
 * The same with a program of the worker's own, which tests may restart, kill or set the clocks of. If a test leaves it
 * stopped, it is started again for the next one.
 */
export const testOwnApp = test.extend<{ runningAgain: void }, { app: RunningApp }>({
  app: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const app = await RunningApp.create()
      await use(app)
      await app.remove()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  runningAgain: [
    async ({ app }, use) => {
      await use()
      if (!app.isRunning) await app.start()
    },
    { auto: true },
  ],
})
