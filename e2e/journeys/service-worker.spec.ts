import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ChaosDevice, waitForServiceWorker } from '../chaos/device.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { day, expectCached } from '../ledger.js'
import { register, signIn } from '../people.js'
import { secondRelease } from '../second-release.js'
import { expect, test as base } from '../test.js'
import { openNew } from './transactions/transactions-page.js'

/** A browser with a profile of its own, in which a service worker can run; its connection can be cut. */
const test = base.extend<{ device: ChaosDevice; way: CuttableConnection }>({
  device: async ({ app: _app }, use) => {
    const device = await ChaosDevice.turnedOn()
    await use(device)
    await device.remove()
  },
  way: async ({ app }, use) => {
    const way = await CuttableConnection.to(app.url)
    await use(way)
    await way.close()
  },
})

const releaseOf = (page: Page) => page.evaluate(() => (globalThis as { prumoRelease?: string }).prumoRelease ?? 'first')

test('worker and manifest are always revalidated, and a missing file is not answered with a page @desktop', async ({ request }) => {
  const worker = await request.get('/service-worker.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
  })
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
  })
  expect(await manifest.json()).toMatchObject({ lang: 'pt-BR', start_url: '/dashboard', scope: '/' })
  for (const path of ['/assets/gone-1234.js', '/service-worker-2.js', '/gone.svg?x=1']) {
    const missing = await request.get(path)
    expect([path, missing.status(), missing.headers()['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8'])
  }
  // A typed address like this one leads to the app, as any unknown one does.
  const typed = await request.get('/joana.silva', { headers: { Accept: 'text/html' } })
  expect([typed.status(), typed.headers()['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
})

test('the app opens from the device without a server, and shows what was last read @desktop', async ({ way, device, request }) => {
  test.setTimeout(120_000)
  const person = await register(request)
  const page = await device.tab()
  await page.goto(`${way.url}/login`)
  await page.getByText('Lembrar de mim').click()
  await signIn(page, person)
  await waitForServiceWorker(page)
  const token = await page.evaluate(() => localStorage.getItem('prumo:token'))
  const recorded = await request.post('/api/transactions', {
    headers: { Authorization: `Bearer ${token}` },
    data: { description: 'Bolo de casamento', amount: 1450, type: 'income', transactionDate: day() },
  })
  await expect(recorded).toBeOK()
  await expect(page.getByRole('main')).toContainText('1.450,00')
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expectCached(page, 'transaction months', '"income":1450')
  const kept = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname)
  })
  for (const path of ['/dashboard', '/login', '/plans', '/first-paint.js', '/document.js']) expect(kept).toContain(path)
  expect(kept.filter((path) => path.endsWith('.html'))).toEqual([])
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])

  way.goDown()
  const measured = (opened: Page) =>
    opened.waitForFunction(
      (amount) => {
        const now = performance.now()
        return document.querySelector('main#conteudo')?.textContent?.includes(amount) ? now : null
      },
      '1.450,00',
      { polling: 'raf', timeout: 15_000 },
    )
  await page.goto(`${way.url}/dashboard`, { waitUntil: 'commit' })
  const warm = (await (await measured(page)).jsonValue()) as number
  await expect(page.locator('[data-strip="offline"]')).toContainText('Sem internet.')

  await device.turnOff()
  await device.turnOn()
  const anew = await device.tab()
  await anew.goto(`${way.url}/dashboard?x=1`, { waitUntil: 'commit' })
  const cold = (await (await measured(anew)).jsonValue()) as number
  process.stdout.write(
    `offline overview with its figures: ${Math.round(warm)} ms after a reload, ${Math.round(cold)} ms in a browser that was just started\n`,
  )
  expect(Math.max(warm, cold)).toBeLessThan(8000)

  // Returns from a payment page that was open while the connection was lost.
  await anew.goto(`${way.url}/sucesso`)
  await expect(anew).toHaveURL(/\/dashboard$/)
  await expect(anew.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')

  // Addresses that only the server answers are not answered from the cache.
  for (const path of ['/api/health/live', '/assets/gone-1234.js'])
    await expect(anew.goto(`${way.url}${path}`), path).rejects.toThrow(
      /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|chrome-error/,
    )
})

test(
  'one visit to the start page caches every page, and a newer release is used from page to page @desktop',
  { tag: '@long' },
  async ({ device, way }) => {
    test.setTimeout(180_000)
    const release = secondRelease()
    const page = await device.tab()
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${way.url}/`)
    await page.waitForLoadState('networkidle')
    // A visitor loads the page, and nothing else before the first interaction.
    expect(asked.filter((path) => path.endsWith('.js')).toSorted()).toEqual(['/device-copy.js', '/document.js', '/first-paint.js'])
    await page.mouse.wheel(0, 600)
    await waitForServiceWorker(page)

    way.goDown()
    const { files } = JSON.parse(readFileSync(join(release, 'pages.json'), 'utf8')) as { files: { path: string; type: string }[] }
    const pages = files.filter(({ type }) => type.startsWith('text/html')).map(({ path }) => path)
    expect(pages.length).toBeGreaterThan(13)
    for (const path of pages) {
      await page.goto(`${way.url}${path}?utm_source=panfleto&x=1`)
      // Without answers the result leads to the questions.
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(path === '/analysis-result' ? 'Como você trabalha?' : /\w/)
    }
    await page.goto(`${way.url}/plans?canceled=true`)
    await expect(page.getByRole('alert')).toContainText('Pagamento cancelado.')
    await page.goto(`${way.url}/dashboard`)
    await expect(page).toHaveURL(/\/login$/)
    // Redirects work here as well, and an unknown address leads to the start page.
    await page.goto(`${way.url}/erro?plano=3anos`)
    await expect(page).toHaveURL(/\/plans\?plano=3anos&error=true$/)
    await expect(page.getByRole('alert')).toContainText('Houve um erro no pagamento.')
    for (const path of ['/dashboards', '/nao-existe/nada?x=1', '/terms.html']) {
      await page.goto(`${way.url}${path}`)
      expect(page.url(), path).toBe(`${way.url}/`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Vendeu bem/)
    }

    way.goUp()
    way.release = release
    await page.goto(`${way.url}/terms`)
    await page.waitForFunction(async () =>
      (await navigator.serviceWorker.getRegistration())
        ?.update()
        .then((found) => found.active?.state === 'activated' && !found.installing && !found.waiting),
    )
    await expect(async () => {
      await page.goto(`${way.url}/plans`)
      expect(await releaseOf(page)).toBe('second')
    }).toPass({ timeout: 60_000 })
    way.goDown()
    await page.goto(`${way.url}/contact?assunto=duvida`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fale com a gente')
    expect(await releaseOf(page)).toBe('second')
  },
)

test(
  'a newer release is offered, and loaded by all tabs, which keep what was typed @desktop',
  { tag: '@long' },
  async ({ device, way, request }) => {
    test.setTimeout(180_000)
    const release = secondRelease()
    const person = await register(request)
    const page = await device.tab()
    await page.goto(`${way.url}/login`)
    await page.getByText('Lembrar de mim').click()
    await signIn(page, person)
    await waitForServiceWorker(page)
    const other = await device.tab()
    await other.goto(`${way.url}/dashboard/transactions`)
    const sheet = await openNew(other)
    await sheet.getByLabel('Descrição').fill('Bolo de casamento')

    way.release = release
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(page.getByText('Nova versão disponível.')).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Atualizar' }).click()
    for (const tab of [page, other]) await expect(async () => expect(await releaseOf(tab)).toBe('second')).toPass({ timeout: 60_000 })
    await sheet.getByRole('button', { name: 'Continuar de onde parou' }).click()
    await expect(sheet.getByLabel('Descrição')).toHaveValue('Bolo de casamento')
    await expect(page.getByText('Nova versão disponível.')).toBeHidden()
  },
)
