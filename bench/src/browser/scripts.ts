import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { newPhone } from './conditions.js'

/** Whoever looks at a page this long and touches nothing has fetched what it fetches by itself. */
const LOOK_MS = 10_000

/** The bytes of all script that a page fetches by itself for a stranger, its worker's included, as gzip makes them. */
export async function scriptOf(browser: Browser, origin: string, path: string): Promise<number> {
  const context = await newPhone(browser, origin, null)
  const sizes = new Map<string, Promise<number>>()
  context.on('response', (response) => {
    const isScript = response.headers()['content-type']?.startsWith('text/javascript')
    if (isScript && response.ok()) sizes.set(response.url(), response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  const page = await context.newPage()
  await page.goto(origin + path)
  await pause(LOOK_MS)
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes
}
