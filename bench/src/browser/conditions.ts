import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A connection as browsers' developer tools emulate it: every request waits for the latency, all share the rate. */
export interface NetworkConditions {
  name: string
  latencyMs: number
  downKilobits: number
  upKilobits: number
}

/** Fast 3G in developer tools, and the mobile connection of Lighthouse. */
export const far: NetworkConditions = { name: '1.44 Mbit/s, 560 ms', latencyMs: 560, downKilobits: 1440, upKilobits: 675 }
export const near: NetworkConditions = { name: '1.6 Mbit/s, 150 ms', latencyMs: 150, downKilobits: 1600, upKilobits: 750 }

/** How many times slower than this machine a cheap phone is assumed to be. */
export const SLOW_CPU = 4

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
}

/** A phone on its first visit: no cache, no worker, no store. @param token a session to start with; null for a visitor */
export function newPhone(browser: Browser, origin: string, token: string | null): Promise<BrowserContext> {
  const localStorage = token === null ? [] : [{ name: 'prumo:token', value: token }]
  return browser.newContext({ ...phone, storageState: { cookies: [], origins: [{ origin, localStorage }] } })
}

/** A tab with such a connection and processor. Requests of the service worker are not slowed. */
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
