import type { Page } from '@playwright/test'
import { ChaosDevice, waitForServiceWorker } from '../chaos/device.js'
import { signIn, waitForScreen, type TestPerson } from '../people.js'
import { expect, test as base } from '../test.js'

/** A browser with a profile of its own, in which a service worker can run. */
const test = base.extend<{ device: ChaosDevice }>({
  device: async ({ app: _app }, use) => {
    const device = await ChaosDevice.turnedOn()
    await use(device)
    await device.remove()
  },
})

/** The demo account that has data on every screen. */
const exemplo = { email: 'exemplo@prumo.app', password: 'exemplo123' } as TestPerson

/** The violations of the policy, and the errors of the page. */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  await page.exposeFunction('complain', (text: string) => complaints.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber }) => {
      const { complain } = globalThis as unknown as { complain: (text: string) => void }
      complain(`${violatedDirective}: ${blockedURI} ${sample} (${sourceFile}:${lineNumber}) on ${location.pathname}`)
    })
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

test('every page and screen works under the content security policy @desktop', async ({ page }) => {
  const complaints = await complaintsOf(page)
  for (const path of [
    '/',
    '/features',
    '/onboarding',
    '/analysis',
    '/plans',
    '/contact',
    '/register',
    '/forgot-password',
    '/terms',
    '/privacy',
    '/install',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // The script that stores the app on the device is fetched after loading.
    await page.waitForLoadState('load')
  }
  await page.goto('/login')
  await signIn(page, exemplo)
  for (const path of ['transactions', 'goals', 'tasks', 'emergency', 'reports', 'activity', 'settings']) {
    await page.goto(`/dashboard/${path}`)
    await waitForScreen(page)
    await page.waitForLoadState('load')
  }
  // Parts whose code is loaded on demand.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})

test(
  'a device stores the app, and no text becomes markup or the address of a script @desktop',
  { tag: '@long' },
  async ({ app, device }) => {
    const page = await device.tab()
    const complaints = await complaintsOf(page)
    await page.goto(`${app.url}/login`)
    await signIn(page, exemplo)
    await waitForServiceWorker(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(complaints).toEqual([])

    const tried = await page.evaluate(() => {
      const attempt = (work: () => unknown): string => {
        try {
          work()
          return 'done'
        } catch (failure) {
          return (failure as Error).name
        }
      }
      const script = document.createElement('script')
      return {
        markup: attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
        document: attempt(() => new DOMParser().parseFromString('<script>1</script>', 'text/html')),
        address: attempt(() => (script.src = '/assets/other.js')),
        code: attempt(() => (script.text = 'alert(1)')),
        policy: attempt(() =>
          (globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }).trustedTypes.createPolicy(
            'other',
            {},
          ),
        ),
        text: attempt(() => (document.createElement('style').innerHTML = 'body { color: red }')),
      }
    })
    expect(tried).toEqual({
      markup: 'TypeError',
      document: 'TypeError',
      address: 'TypeError',
      code: 'TypeError',
      policy: 'TypeError',
      text: 'done',
    })
  },
)

test('the contract can be read @desktop', { tag: '@long' }, async ({ page }) => {
  const complaints = await complaintsOf(page)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /Prumo/ })).toBeVisible()
  expect(complaints).toEqual([])
})
