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
  globalSetup: './build-once.ts',
  // Each worker runs an app and a browser of its own.
  workers: 2,
  forbidOnly: true,
  // A machine that stalls for seconds is no defect of the program; what fails twice is.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: browser.path, args: browser.args, env: { ...(process.env as Record<string, string>), ...browser.env } },
  },
  projects: [
    // What the program does without a screen needs no second size of one; every theme in every width is the matrix's.
    { name: 'phone', testIgnore: /(crash|operator|program)\.spec\.ts$/, grepInvert: /@keyboard|@dark/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
    { name: 'desktop', grepInvert: /@light/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
