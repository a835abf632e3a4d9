import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../../scripts/browser.mjs'

const SIZE = { width: 1280, height: 800 }
const START_MS = 30_000

/** A computer: a browser with a profile on disk that can be killed as by a power cut. */
export class ChaosDevice {
  readonly #profile = mkdtempSync(join(tmpdir(), 'prumo-device-'))
  #process: ChildProcess | null = null
  #browser: Browser | null = null

  static async turnedOn(): Promise<ChaosDevice> {
    const device = new ChaosDevice()
    await device.turnOn()
    return device
  }

  /** Starts the browser on its profile. */
  async turnOn(): Promise<void> {
    // Playwright's configuration found it.
    const found = process.env['PRUMO_TEST_BROWSER']
    const { path, args, env } = found ? (JSON.parse(found) as Awaited<ReturnType<typeof findBrowser>>) : await findBrowser()
    const own = [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${this.#profile}`,
      '--lang=pt-BR',
      `--window-size=${SIZE.width},${SIZE.height}`,
      '--hide-crash-restore-bubble',
    ]
    const child = spawn(path, [...args, ...own, 'about:blank'], {
      env: { ...process.env, ...env, TZ: 'America/Sao_Paulo', LANG: 'pt_BR.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a process group of its own, so that its child processes are killed with it.
      detached: true,
    })
    this.#process = child
    this.#browser = await chromium.connectOverCDP(await addressOf(child))
  }

  /** Opens a tab; the first one replaces the empty tab that the browser starts with. */
  async tab(): Promise<Page> {
    const context = this.context()
    const empty = context.pages().find((page) => page.url() === 'about:blank')
    const page = empty ?? (await context.newPage())
    await page.setViewportSize(SIZE)
    page.setDefaultTimeout(15_000)
    // Only the tab in front has the focus.
    await page.bringToFront()
    return page
  }

  context(): BrowserContext {
    const [context] = this.#browser?.contexts() ?? []
    if (!context) throw new Error('The device is off.')
    return context
  }

  /** Ends all its processes at once, without a signal they could handle. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** Closes the browser, which then writes its profile to disk. */
  turnOff(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process
    this.#process = null
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    process.kill(-child.pid, signal)
    await gone
    await this.#browser?.close().catch(() => undefined)
    this.#browser = null
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Waits until a service worker answers the page, which first stores every file of the release, one after the other. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 })
}

/** Resolves to the debugging address once the browser prints it. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`The browser did not start:\n${said.slice(-2000)}`)), START_MS)
    child.once('exit', (code, signal) => reject(new Error(`The browser ended with ${code ?? signal}:\n${said.slice(-2000)}`)))
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString()
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

/**
 * Suspends a tab as a browser suspends one in the background: none of its code runs, it receives nothing, and it keeps its
 * locks and connections. The debugger does the same; a headless browser does not freeze a tab that it considers visible.
 */
export async function suspend(page: Page): Promise<{ wake: () => Promise<unknown> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Debugger.enable')
  const paused = new Promise((resolve) => session.once('Debugger.paused', resolve))
  // Answered once the tab wakes.
  session.send('Runtime.evaluate', { expression: 'debugger' }).catch(() => undefined)
  await paused
  return { wake: () => session.send('Debugger.disable') }
}
