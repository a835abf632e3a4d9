import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { newPhone } from './conditions.js'

/** By then an untouched page has fetched everything that it fetches by itself. */
const LOOK_MS = 10_000

/** The bytes of all script that a page fetches by itself for a visitor, including the service worker's, as compressed by gzip. */
export async function scriptOf(browser: Browser, origin: string, path: string): Promise<number> {
  const context = await newPhone(browser, origin, null)
  const scripts = new Set<string>()
  context.on('response', (response) => {
    if (response.ok() && /javascript/.test(response.headers()['content-type'] ?? '')) scripts.add(response.url())
  })
  const page = await context.newPage()
  await page.goto(origin + path)
  await pause(LOOK_MS)
  await context.close()
  // Fetched again, because the browser may have discarded its copies.
  const sizes = await Promise.all([...scripts].map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer(), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
