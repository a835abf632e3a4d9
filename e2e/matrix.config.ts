import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.js'

/** Every state of every screen, in both themes and all widths: `npm run test:a11y`. */
export default defineConfig({
  ...journeys,
  testDir: 'matrix/states',
  // Failures are described in text; recording every step would double the time.
  use: { ...journeys.use, trace: 'off' },
  // A test goes through all conditions of its state.
  timeout: 120_000,
  projects: [
    { name: 'phone', grepInvert: /@desktop/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
