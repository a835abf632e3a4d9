import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'

type Browser = Awaited<ReturnType<typeof findBrowser>>

// Playwright reads this file again in every worker, which inherits what the first reading found.
const found = process.env['PRUMO_TEST_BROWSER']
const browser = found ? (JSON.parse(found) as Browser) : await findBrowser()
process.env['PRUMO_TEST_BROWSER'] = JSON.stringify(browser)

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './start-shared-app.ts',
  // Each worker has a browser of its own; they share the program.
  workers: 2,
  forbidOnly: true,
  // A machine that stalls for seconds is no defect of the program; what fails three times is.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Recording every step takes more of a small machine than making it: `--trace on` where one failure is looked into.
    trace: 'on-first-retry',
    // What a worker answers no test can answer in its place; journeys about it bring a browser of their own.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browser.path,
      args: browser.args,
      env: { ...(process.env as Record<string, string>), ...browser.env },
    },
  },
  projects: [
    // A journey is made on the device whose layout it is about, on both where they differ: @desktop, @phone, or neither.
    // What the program does without a screen needs no second size of one; failures are told alike everywhere; at 320
    // pixels there is one layout. Every theme in every width is the matrix's.
    {
      name: 'phone',
      testIgnore: /(chaos|crash|operator|program)\.spec\.ts$/,
      grepInvert: /@keyboard|@dark|@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      name: 'desktop',
      testIgnore: /failures\.spec\.ts$/,
      grepInvert: /@light|@phone|320 pixels/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
