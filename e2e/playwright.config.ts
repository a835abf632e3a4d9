import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'

type Browser = Awaited<ReturnType<typeof findBrowser>>

// Every worker reads this file again, and inherits the environment of the first reading.
const found = process.env['PRUMO_TEST_BROWSER']
const browser = found ? (JSON.parse(found) as Browser) : await findBrowser()
process.env['PRUMO_TEST_BROWSER'] = JSON.stringify(browser)

const phone = {
  testIgnore: /(chaos|crash|operator|program)\.spec\.ts$/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
}
const desktop = { use: { viewport: { width: 1280, height: 800 } } }

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './start-shared-app.ts',
  // Each worker has a browser of its own; they share the program.
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Recording costs a small machine more than the test itself; use `--trace on` to investigate a failure.
    trace: 'off',
    // Routes of a test cannot intercept the requests of a service worker; journeys about it start a browser of their own.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser.path,
      args: browser.args,
      env: { ...(process.env as Record<string, string>), ...browser.env },
    },
  },
  // `npm test` runs each journey on one size of screen; `npm run test:all` adds the other size, the themes and what is tagged
  // @long. A tag says what a journey is about (@desktop, @phone, @keyboard, @light, @dark). @long marks one that takes over ten
  // seconds, or repeats on another screen what a faster journey shows. Journeys without a screen run on one size.
  projects: [
    { name: 'phone', ...phone, grep: /@phone/, grepInvert: /@long|@light/ },
    { name: 'desktop', ...desktop, grepInvert: /@long|@dark|@light|@phone|320 pixels/ },
    { name: 'long-phone', ...phone, grep: /^(?!.*@phone)|@long|@light/, grepInvert: /@keyboard|@dark|@desktop/ },
    { name: 'long-desktop', ...desktop, grep: /@long|@dark/, grepInvert: /@light|@phone|320 pixels/ },
  ],
})
