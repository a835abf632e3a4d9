import { record } from '../ledger.js'
import { openOverviewAsNewPerson, register, signIn } from '../people.js'
import { expect, test } from '../test.js'
import { openNew } from './transactions/transactions-page.js'

test('a change on one device appears on another’s screen @desktop', async ({ page, browser, app, request }) => {
  const person = await openOverviewAsNewPerson({ page, request })
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  try {
    const second = await context.newPage()
    await signIn(second, person)
    await second.goto('/dashboard/transactions')
    await expect(second.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
    const times: number[] = []
    for (const description of ['Uma', 'Duas', 'Três']) {
      const sheet = await openNew(page)
      await sheet.getByLabel('Valor').fill('10')
      await sheet.getByLabel('Descrição').fill(description)
      const arrives = second.waitForFunction(
        (text) => (document.querySelector('main#conteudo')?.textContent?.includes(text) ? Date.now() : null),
        description,
        { polling: 'raf', timeout: 15_000 },
      )
      const saved = Date.now()
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      times.push(((await (await arrives).jsonValue()) as number) - saved)
    }
    process.stdout.write(`a change on a second device: ${times.join(', ')} ms after saving it on the first\n`)
    expect(Math.max(...times)).toBeLessThan(10_000)
  } finally {
    await context.close()
  }
})

test(
  'a session that is ended elsewhere loses its stream, and its page shows the sign-in @desktop',
  { tag: '@long' },
  async ({ page, request }) => {
    const person = await register(request)
    const login = async (): Promise<string> =>
      (
        (await (await request.post('/api/auth/login', { data: { email: person.email, password: person.password } })).json()) as {
          token: string
        }
      ).token
    for (const way of ['logout', 'password'] as const) {
      const streamed = page.waitForRequest('**/api/live')
      await page.goto('/login')
      await signIn(page, person)
      await record(page, { description: `Antes de ${way}`, amount: 10 })
      const stream = await streamed
      const own = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
      const startedAt = Date.now()
      const ended = Promise.race([
        page.waitForEvent('requestfinished', (each) => each === stream),
        page.waitForEvent('requestfailed', (each) => each === stream),
      ]).then(() => Date.now() - startedAt)
      if (way === 'logout') await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${own}` } })
      else
        await request.put('/api/auth/password', {
          headers: { Authorization: `Bearer ${await login()}` },
          data: { currentPassword: person.password, newPassword: 'outra-senha' },
        })
      const closed = await ended
      await page.waitForURL('**/login', { timeout: 20_000 })
      process.stdout.write(
        `a session ended by ${way}: its stream closed after ${closed} ms, at the door after ${Date.now() - startedAt} ms\n`,
      )
      expect(closed).toBeLessThan(15_000)
    }
  },
)
