import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A connection, as the browser's own tools emulate one: every request waits, all share the rate. */
export interface NetworkConditions {
  name: string
  latencyMs: number
  downKilobits: number
  upKilobits: number
}

/** What the tools of browsers call a fast 3G, and the mobile connection that Lighthouse measures with. */
export const far: NetworkConditions = { name: '1.44 Mbit/s, 560 ms', latencyMs: 560, downKilobits: 1440, upKilobits: 675 }
export const near: NetworkConditions = { name: '1.6 Mbit/s, 150 ms', latencyMs: 150, downKilobits: 1600, upKilobits: 750 }

/** How many times slower than this machine a cheap phone is taken to be. */
export const SLOW_CPU = 4

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
}

/** A phone that has never been here: no cache, no worker, no store. @param token what alone is kept of a session; null for a stranger */
export function newPhone(browser: Browser, origin: string, token: string | null): Promise<BrowserContext> {
  const localStorage = token === null ? [] : [{ name: 'prumo:token', value: token }]
  return browser.newContext({ ...phone, storageState: { cookies: [], origins: [{ origin, localStorage }] } })
}

/** A tab of it on such a connection, with such a processor. What a worker fetches is as fast as ever. */
export async function slowTab(
  context: BrowserContext,
  { network = null, cpu = SLOW_CPU }: { network?: NetworkConditions | null; cpu?: number },
): Promise<Page> {
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  if (network) await throttle(tools, network)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return page
}

async function throttle(tools: CDPSession, { latencyMs, downKilobits, upKilobits }: NetworkConditions): Promise<void> {
  await tools.send('Network.enable')
  const bytesASecond = (kilobits: number) => (kilobits * 1000) / 8
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesASecond(downKilobits),
    uploadThroughput: bytesASecond(upKilobits),
  })
}
