import { callApi, statusMessage } from '../../ledger.js'
import { findMail } from '../../mailbox.js'
import { openOverviewAsNewPerson, register, signIn, signInNewPerson } from '../../people.js'
import { endRoutes } from '../../routes.js'
import { expect, test } from '../../test.js'

test('a saved profile is confirmed, and shown wherever the person is named', { tag: '@desktop' }, async ({ page, request }) => {
  await openOverviewAsNewPerson({ page, request })
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/dashboard\/settings$/)
  const form = page.getByRole('form', { name: 'Seus dados' })
  const [name, save] = [form.getByLabel('Nome completo'), form.getByRole('button', { name: 'Salvar dados' })]
  await name.fill(' ')
  await save.click()
  await expect(name).toHaveAccessibleDescription('Por favor, digite seu nome completo')
  await expect(name).toBeFocused()

  await name.fill('Rita Prado')
  await form.getByLabel('Tipo do negócio').selectOption('Serviços')
  await form.getByLabel(/Quanto entra por mês/).fill('12500,5')
  await form.getByText('Impostos e tributos').click()

  // Neither another section of the settings nor a failing connection loses what was typed.
  await page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Suporte' }).click()
  await page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Conta', exact: true }).click()
  await form.getByRole('button', { name: 'Continuar de onde parou' }).click()
  await page.route('**/api/auth/profile', (route) => route.abort())
  await save.click()
  await expect(form.getByRole('alert')).toHaveText('Erro de conexão. Verifique sua internet e tente novamente.')
  await expect(name).toHaveValue('Rita Prado')
  await endRoutes(page, '**/api/auth/profile')
  await save.click()
  await expect(statusMessage(page, 'Dados salvos com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Conta de Rita Prado' })).toBeVisible()

  await page.reload()
  await expect(name).toHaveValue('Rita Prado')
  await expect(form.getByLabel(/Quanto entra por mês/)).toHaveValue('12.500,50')
  const { user } = await callApi<{ user: object }>(page, 'GET', '/auth/verify')
  expect(user).toMatchObject({
    name: 'Rita Prado',
    businessName: 'Doce Lar Confeitaria',
    businessType: 'Serviços',
    monthlyIncome: 12_500.5,
    mainDifficulties: ['Impostos e tributos'],
  })
  // A change made elsewhere appears by itself.
  await callApi(page, 'PUT', '/auth/profile', { name: 'Rita Prado Lima' })
  await expect(name).toHaveValue('Rita Prado Lima')
})

test('a new password ends every other session', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  const elsewhere = (await (
    await request.post('/api/auth/login', { data: { email: person.email, password: person.password } })
  ).json()) as { token: string }
  await page.goto('/dashboard/settings?aba=conta')
  const form = page.getByRole('form', { name: 'Senha' })
  const change = async (current: string, next: string) => {
    await form.getByLabel('Senha atual', { exact: true }).fill(current)
    await form.getByLabel('Nova senha', { exact: true }).fill(next)
    await form.getByLabel('Confirme a nova senha', { exact: true }).fill(next)
    await form.getByRole('button', { name: 'Trocar senha' }).click()
  }
  await change('errada', 'outra-senha')
  await expect(form.getByLabel('Senha atual', { exact: true })).toHaveAccessibleDescription('Senha atual incorreta.')
  await change(person.password, 'outra-senha')
  await expect(statusMessage(page, 'Senha alterada.')).toBeVisible()

  expect((await request.get('/api/auth/verify', { headers: { Authorization: `Bearer ${elsewhere.token}` } })).status()).toBe(401)
  expect((await request.post('/api/auth/login', { data: { email: person.email, password: 'outra-senha' } })).status()).toBe(200)
  await page.reload()
  await expect(form).toBeVisible()
})

test('other devices are listed and disconnected, and show the sign-in', { tag: '@long' }, async ({ page, browser, request, app }) => {
  const person = await register(request)
  await signIn(page, person)
  const elsewhere = await browser.newContext({
    baseURL: app.url,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0',
  })
  const other = await elsewhere.newPage()
  await signIn(other, person)
  expect(await findMail(person.email, app)).toContain('Sua conta no Prumo foi aberta por um aparelho que ela não conhecia')

  await page.goto('/dashboard/settings?aba=conta')
  const devices = page.getByRole('region', { name: 'Onde a conta está aberta' }).getByRole('listitem')
  await expect(devices.first()).toContainText('Este aparelho, desde hoje')
  await expect(devices.first().getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Desconectar Firefox no Windows' }).click()
  const question = page.getByRole('dialog', { name: 'Desconectar Firefox no Windows?' })
  await question.getByRole('button', { name: 'Continuar conectado' }).click()
  await expect(devices.filter({ hasText: 'Firefox no Windows' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Desconectar Firefox no Windows' }).click()
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click()
  await expect(statusMessage(page, 'Firefox no Windows: desconectado.')).toBeVisible()
  await expect(devices.filter({ hasText: 'Firefox no Windows' })).toHaveCount(0)
  // Its open stream reports the end; no request is needed.
  await expect(other).toHaveURL(/\/login$/, { timeout: 20_000 })
  await expect(other.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
  await elsewhere.close()

  // The session of the registration is the second one.
  await expect(devices).toHaveCount(2)
})
