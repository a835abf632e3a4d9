import type { CDPSession, Page, Worker } from '@playwright/test'
import { startPushService, type TestBrowser, type TestPushService } from '../../../backend/test/test-push-service.js'
import { ChaosDevice, waitForServiceWorker } from '../../chaos/device.js'
import { register, signIn, signOut } from '../../people.js'
import { RunningApp } from '../../running-app.js'
import { expect, test as base } from '../../test.js'

/** A program that sends to a push service on this machine, and a browser in which a service worker can run. */
const test = base.extend<{ device: ChaosDevice }, { service: TestPushService; app: RunningApp }>({
  service: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const service = await startPushService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ service }, use) => {
      const app = await RunningApp.create('start', { PUSH_SERVICES: service.origin })
      await use(app)
      await app.remove()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  device: async ({ app }, use) => {
    const device = await ChaosDevice.turnedOn()
    await device.context().grantPermissions(['notifications'], { origin: app.url })
    await use(device)
    await device.remove()
  },
})

/**
 * Gives the page what this build of Chromium lacks: it answers the request for the permission and does not keep the answer, and it has
 * no push service. Permission and subscription outlive the page, as a browser's do.
 */
async function completePush(page: Page, { subscription }: TestBrowser): Promise<void> {
  await page.addInitScript(({ endpoint, keys }) => {
    const [STORED, ALLOWED] = ['prumo-device:test-push', 'prumo-device:test-permission']
    const bytesOf = (key: string) => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0)).buffer
    const stored = () => {
      const key = localStorage.getItem(STORED)
      if (key === null) return null
      return {
        endpoint,
        options: { applicationServerKey: bytesOf(key), userVisibleOnly: true },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => (localStorage.removeItem(STORED), true),
      } as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => stored()
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(STORED, options?.applicationServerKey as string)
      return stored()!
    }
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = async () => {
      const answer = await ask()
      localStorage.setItem(ALLOWED, answer)
      return answer
    }
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(ALLOWED) ?? 'default' })
  }, subscription)
}

/** The protocol's stand-in for the push service: hands a message to the page's service worker. */
class PushDelivery {
  private constructor(
    private readonly session: CDPSession,
    private readonly origin: string,
    private readonly registrationId: Promise<string>,
  ) {}

  static async to(page: Page): Promise<PushDelivery> {
    const session = await page.context().newCDPSession(page)
    const registrationId = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
    )
    await session.send('ServiceWorker.enable')
    return new PushDelivery(session, new URL(page.url()).origin, registrationId)
  }

  async deliver(notification: TestBrowser['sent'][number]): Promise<void> {
    const data = JSON.stringify({ web_push: 8030, notification })
    await this.session.send('ServiceWorker.deliverPushMessage', { origin: this.origin, registrationId: await this.registrationId, data })
  }
}

/** The notifications of the service worker, which this build of Chromium does not show: in their place it keeps them. */
class WorkerNotifications {
  private constructor(private readonly worker: Worker) {}

  static async of(page: Page): Promise<WorkerNotifications> {
    const [worker] = page.context().serviceWorkers()
    await worker!.evaluate(() => {
      const scope = globalThis as unknown as NotificationScope
      scope.shown = []
      scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options })
    })
    return new WorkerNotifications(worker!)
  }

  shown(): Promise<{ title: string; body: string; tag: string }[]> {
    return this.worker.evaluate(() =>
      (globalThis as unknown as NotificationScope).shown.map(({ title, body, tag }) => ({ title, body, tag })),
    )
  }

  /** Clicks the only one. @returns once the work of the worker is done */
  click(): Promise<void> {
    return this.worker.evaluate(async () => {
      const { shown } = globalThis as unknown as NotificationScope
      const works: Promise<unknown>[] = []
      const notification = { ...shown[0], close: () => void shown.splice(0) }
      const waitUntil = (work: Promise<unknown>): void => void works.push(work)
      dispatchEvent(
        Object.defineProperties(new Event('notificationclick'), { notification: { value: notification }, waitUntil: { value: waitUntil } }),
      )
      await Promise.all(works)
    })
  }
}

interface NotificationScope {
  shown: { title: string; body: string; tag: string; data: unknown }[]
  registration: { showNotification: (title: string, options: { body: string; tag: string; data: unknown }) => Promise<void> }
}

test(
  'a reminder is allowed, shown by the service worker, and leads to its screen @desktop',
  { tag: '@long' },
  async ({ app, device, service, request }) => {
    test.setTimeout(120_000)
    const person = await register(request)
    const page = await device.tab()
    const browser = service.subscribe()
    await completePush(page, browser)
    await page.goto(`${app.url}/login`)
    await page.getByText('Lembrar de mim').click()
    await signIn(page, person)
    await waitForServiceWorker(page)
    await page.goto(`${app.url}/dashboard/settings?aba=lembretes`)
    await page.getByRole('button', { name: 'Permitir neste computador' }).click()
    const devices = page.getByRole('region', { name: 'Aparelhos' })
    await expect(devices.getByRole('listitem')).toContainText('Este aparelho. Nenhum lembrete ainda')
    await expect(page.getByRole('switch', { name: /^Notificação/ })).toBeChecked()

    // The test is what the worker shows, on the way through server and service.
    const [delivery, notifications] = [await PushDelivery.to(page), await WorkerNotifications.of(page)]
    await devices.getByRole('button', { name: 'Enviar um teste' }).click()
    await expect(devices).toContainText('Teste enviado.')
    await expect.poll(() => browser.delivered).toHaveLength(1)
    await delivery.deliver(browser.delivered[0]!)
    await expect
      .poll(() => notifications.shown())
      .toEqual([{ title: 'Teste do Prumo', body: 'Os lembretes chegam assim.', tag: 'prumo-teste' }])
    await page.getByRole('link', { name: 'Metas', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Metas' })).toBeVisible()
    await notifications.click()
    await expect(page).toHaveURL(/\/dashboard\/settings\?aba=lembretes$/)
    expect(await notifications.shown()).toEqual([])
    // Noted after the push service answered, and read with the page only.
    await expect(async () => {
      await page.reload()
      const shown = devices.getByRole('listitem')
      await expect(shown).toContainText(/Este aparelho\. Último lembrete em \d\d\/\d\d, às? \d+h\d\d/, { timeout: 3000 })
    }).toPass()

    // The browser's permission ends at the service: the device goes, and comes back by a tap.
    browser.answers = [410]
    await devices.getByRole('button', { name: 'Enviar um teste' }).click()
    await expect.poll(() => browser.sent).toHaveLength(2)
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('button', { name: 'Ligar neste computador' })).toBeVisible({ timeout: 3000 })
    }).toPass()
    browser.answers = [201]
    await page.getByRole('button', { name: 'Ligar neste computador' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)

    // Signing out ends the subscription.
    await signOut(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('prumo-device:test-push'))).toBeNull()
  },
)
