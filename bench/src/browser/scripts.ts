import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { newPhone } from './conditions.js'

/** Whoever looks at a page this long and touches nothing has fetched what it fetches by itself. */
const LOOK_MS = 10_000

/** The bytes of all script that a page fetches by itself for a stranger, its worker's included, as gzip makes them. */
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
  // Asked for once more: the browser may have let go of what it had.
  const sizes = await Promise.all([...scripts].map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer(), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
