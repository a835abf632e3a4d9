import { test as base } from '@playwright/test'
import { RunningApp } from './running-app.js'

export { expect } from '@playwright/test'

/**
 * A journey's test: `page` speaks to the worker's own running program, which `app` can restart or kill.
 * A test that leaves the program stopped hands it to the next one running again.
 */
export const test = base.extend<{ runningAgain: void }, { app: RunningApp }>({
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
  baseURL: async ({ app }, use) => use(app.url),
})
