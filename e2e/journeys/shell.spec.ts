import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { callApi, onPhone, reais, record } from '../ledger.js'
import { dismissFirstSteps, openOverviewAsNewPerson, signOut, waitForScreen } from '../people.js'
import { endRoutes, routeOnce } from '../routes.js'
import { expect, test } from '../test.js'
import { firstField } from './transactions/transactions-page.js'

test.beforeEach(openOverviewAsNewPerson)

test('the menu leads to every screen, the bar stays, and focus returns to what opened a dialog', async ({ page }) => {
  await test.step('the menu leads to every screen: title, heading and focus follow, scrolled to the top', async () => {
    await page.evaluate(() => (document.body.style.minHeight = '3000px'))
    await page.evaluate(() => window.scrollTo(0, 500))
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await menu.getByRole('link', { name: 'Transações' }).click()
    await expect(page).toHaveURL(/\/dashboard\/transactions$/)
    await expect(page).toHaveTitle('Transações · Prumo')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(menu.getByRole('link', { name: 'Transações' })).toHaveAttribute('aria-current', 'page')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)

    await page.goBack()
    await expect(page).toHaveTitle('Visão Geral · Prumo')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('the bar stays, and a menu that opens moves nothing', async () => {
    await page.reload()
    // The first render scrolls to where the page was.
    await waitForScreen(page)
    await page.evaluate(() => (document.body.style.minHeight = '3000px'))
    const top = () => page.evaluate(() => window.scrollY)
    const bar = page.getByRole('banner')
    if (!onPhone(page)) {
      await page.getByRole('button', { name: /^Conta de/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible()
      expect(await top()).toBe(0)
      await page.keyboard.press('Escape')
    }
    await page.evaluate(() => window.scrollTo(0, 500))
    expect((await bar.boundingBox())?.y).toBe(0)
    await bar.getByRole('button', { name: 'Avisos' }).focus()
    expect(await top()).toBe(500)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nada pendente.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('button', { name: 'Avisos' })).toBeFocused()
    expect(await top()).toBe(500)
  })

  await test.step('the palette and a transaction are one step away, and the focus returns to where the palette was opened', async () => {
    await page.reload()

    const opener = page.getByRole('button', { name: /^Buscar/ }).filter({ visible: true })
    await opener.click()
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await page.getByRole('link', { name: 'Nova Transação' }).filter({ visible: true }).click()
    await expect(firstField(page, page.getByRole('dialog', { name: 'Nova Transação' }))).toBeFocused()
  })
})

test(
  'the first tab stop skips to the content, the bell is empty, and unknown addresses lead to the app',
  { tag: ['@desktop', '@keyboard'] },
  async ({ page }) => {
    await test.step('the first tab stop skips to the content', async () => {
      await page.reload()
      await waitForScreen(page)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Pular para o conteúdo' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('the bell says that nothing is due', async () => {
      await page.getByRole('button', { name: 'Avisos' }).click()
      await expect(page.getByText('Nada pendente.')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Nada pendente.')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Avisos' })).toBeFocused()
    })

    await test.step('an unknown address leads to the app', async () => {
      await page.goto('/dashboard/nada')
      await expect(page).toHaveURL(/\/dashboard$/)
      await page.goto('/nao-existe/nada')
      expect(new URL(page.url()).pathname).toBe('/')
    })
  },
)

test('the palette and single keys open screens, act and help', { tag: '@keyboard' }, async ({ page, request }) => {
  await test.step('the palette opens screens, acts, and finds transactions', async () => {
    const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
    await expect(
      await request.post('/api/transactions', {
        headers: { Authorization: `Bearer ${token}` },
        data: { description: 'Bolo de café da manhã', amount: 145.5, type: 'income', category: 'Vendas', transactionDate: '2026-11-20' },
      }),
    ).toBeOK()
    const field = page.getByRole('combobox', { name: 'Buscar ou ir para' })

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type('transac')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Transações')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/transactions$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeFocused()

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type('CAFE da')
    await expect(page.getByRole('option', { name: /Bolo de café da manhã/ })).toContainText('+R$\u00a0145,50')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Editar transação' })
    await expect(sheet.getByLabel('Valor')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type('xyzxyz')
    await expect(page.getByText('Nada encontrado. Tente outra palavra.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
  })

  await test.step('single keys open screens, act and help, are text in fields, and can be turned off', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Visão Geral' })).toBeAttached()

    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('n')
    await expect(page.getByRole('searchbox')).toHaveValue('n')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: 'Nova Transação' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.keyboard.press('g')
    await page.keyboard.press('v')
    await expect(page).toHaveTitle('Visão Geral · Prumo')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Atalhos do teclado' })
    await help.getByLabel('Atalhos de uma tecla só').uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
  })
})

test('dark mode is chosen once for the device: before the first paint, after a reload, after signing out', async ({ page }) => {
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  expect(await scheme()).toBe('light')
  if (onPhone(page)) {
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    await page.getByRole('button', { name: 'Usar modo escuro' }).click()
    await page.keyboard.press('Escape')
  } else {
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await page.getByRole('menuitem', { name: 'Usar modo escuro' }).click()
  }
  expect(await scheme()).toBe('dark')
  await expect(page.getByRole('main')).toBeVisible()

  await page.addInitScript(() =>
    document.addEventListener(
      'DOMContentLoaded',
      () => ((window as { first?: string }).first = document.documentElement.dataset['mantineColorScheme'] ?? ''),
    ),
  )
  await page.reload()
  expect(await page.evaluate(() => (window as { first?: string }).first)).toBe('dark')

  await signOut(page)
  await page.reload()
  expect(await scheme()).toBe('dark')
})

test('while the code is loading the frame is shown, with the balance on hand in its final place', { tag: '@long' }, async ({ page }) => {
  await callApi(page, 'PUT', '/balance', { amount: 10 })
  await dismissFirstSteps(page)
  // A device without other data has to ask whose token it is.
  await page.evaluate(() => sessionStorage.removeItem('prumo:user'))
  const frame = page.getByRole('heading', { name: 'Abrindo o Prumo…', includeHidden: true })
  const onHand = page.getByRole('region', { name: 'Na conta hoje' })
  const figure = onHand.locator('p[class*="figure"] > [aria-hidden]').first()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/shell-*.js', async (route) => (await held, route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await expect(frame).toBeVisible()
  await expect(onHand).toContainText(reais('10,00'))
  const before = await figure.boundingBox()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
  await expect(frame).toBeHidden()
  await expect(onHand).toContainText(reais('10,00'))
  await expect(page.locator('[data-strip]').filter({ hasText: /./ }), 'no notice moves the page').toHaveCount(0)
  const after = await figure.boundingBox()
  for (const side of ['x', 'y', 'width'] as const) expect(Math.abs((after?.[side] ?? 0) - (before?.[side] ?? 0)), side).toBeLessThan(2)
})

test('a screen requests its data before its code is loaded, and nothing twice', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // Answers of workers are polled until they are fresh; the subscription, closed months, and what lines are read with are requested
    // after all else.
    if (/^\/api\/(?!live|health|subscriptions|months|rules|transactions\/descriptions|emergency-fund\/(analysis|calculate))/.test(pathname))
      asked.push(pathname + search)
  })
  let arrive = () => {}
  let held = Promise.resolve()
  // The first script sends the requests.
  await page.route(/\/assets\/(?!first-)[^/]*\.js$/, async (route) => (await held, route.continue()))

  for (const [path, most] of [
    ['/dashboard', 9],
    ['/dashboard/transactions', 6],
    ['/dashboard/goals', 3],
    ['/dashboard/emergency', 8],
    ['/dashboard/tasks', 4],
  ] as const) {
    held = new Promise((resolve) => (arrive = resolve))
    // Ends the requests of the screen before.
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => asked, path).toHaveLength(most)
    arrive()
    await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Abrindo' })).toBeVisible()
    await page.waitForTimeout(250)
    expect(asked, path).toHaveLength(most)
  }
})

test('code that does not load is reported, and can be loaded again', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await test.step('an app whose code does not load at all says so, and can be retried', async () => {
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('O Prumo não abriu')
    await expectAccessible(page)
    await endRoutes(page, '**/assets/index-*.js')
    await page.getByRole('link', { name: 'Tentar de novo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
    await expect(page.getByRole('alert')).toBeHidden()
  })

  await test.step('a page without its first script is loaded once more, and then says so', async () => {
    const firstScript = '**/assets/first-*.js'
    await routeOnce(page, firstScript, (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
    await page.route(firstScript, (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('O Prumo não abriu')
    await endRoutes(page, firstScript)
    await page.getByRole('link', { name: 'Tentar de novo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
  })

  await test.step('a screen whose code does not load offers a reload inside the frame', async () => {
    await page.route('**/assets/transactions-page-*.js', (route) => route.abort())
    const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Transações' })
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta tela não foi carregada')
    await expect(link).toBeVisible()
    await endRoutes(page, '**/assets/transactions-page-*.js')
    await page.getByRole('button', { name: 'Recarregar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transações')
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`the shell and its overlays are accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
    if (theme === 'dark') await preferDark(page)
    await page.reload()
    await waitForScreen(page)
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox')).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Avisos' }).click()
    await expect(page.getByText('Nada pendente.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: onPhone(page) ? 'Mais' : /^Conta de/, exact: true }).click()
    await expect(page.getByText('Sair')).toBeVisible()
    await expectAccessible(page)
  })
}

test('nothing scrolls sideways at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Avisos' }).click()
  await expectNoSidewaysScroll(page)
})
