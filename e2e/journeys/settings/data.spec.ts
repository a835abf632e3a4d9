import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../../accessibility.js'
import { callApi, day, onPhone, record } from '../../ledger.js'
import { findMail } from '../../mailbox.js'
import { signIn, signInNewPerson, subscribe } from '../../people.js'
import { endRoutes } from '../../routes.js'
import { expect, test } from '../../test.js'

interface ExportFile {
  user: { email: string }
  transactions: { type: 'income' | 'expense'; amount: number; isConfirmed: boolean; isReceived: boolean }[]
  goals: { title: string }[]
  tasks: { title: string }[]
  emergencyFund: { currentAmount: number }
  movements: { amount: number }[]
}

test('a copy holds the whole account, and adds up to what the screens show', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await record(
    page,
    { description: 'Bolo', amount: 1234.56 },
    { description: 'Gás', amount: 118.07, type: 'expense' },
    { description: 'Encomenda', amount: 900, isScheduled: true, transactionDate: day(3) },
  )
  await callApi(page, 'POST', '/goals', { title: 'Forno', targetAmount: 8000, deadline: day(60), category: 'Equipamentos' })
  await callApi(page, 'POST', '/tasks', { title: 'Pagar o DAS' })
  await callApi(page, 'POST', '/emergency-fund/add', { amount: 250 })

  await page.goto('/dashboard/settings?aba=dados')
  await expect(page.getByText('3 transações, 1 meta, 1 tarefa e a reserva.')).toBeVisible()
  const waited = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar backup' }).click()
  const download = await waited
  expect(download.suggestedFilename()).toBe(`prumo-backup-${day()}.json`)
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as ExportFile
  const settled = (type: string) =>
    file.transactions.filter((each) => each.type === type && each.isReceived).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const { summary } = await callApi<{ summary: { income: number; expense: number } }>(page, 'GET', '/transactions/summary')
  expect([settled('income'), settled('expense')]).toEqual([Math.round(summary.income * 100), Math.round(summary.expense * 100)])
  expect(file).toMatchObject({
    user: { email: person.email },
    goals: [{ title: 'Forno' }],
    tasks: [{ title: 'Pagar o DAS' }],
    emergencyFund: { currentAmount: 250 },
    movements: [{ amount: 250 }],
  })
  expect(file.transactions).toHaveLength(3)
})

test('a reset asks for its word, deletes everything, queued commands included, and keeps login and subscription @long', async ({
  page,
  request,
}) => {
  const person = await signInNewPerson({ page, request })
  await subscribe(request, (await page.evaluate(() => sessionStorage.getItem('prumo:token'))) ?? '')
  await record(page, { description: 'Bolo', amount: 100 })
  await page.goto('/dashboard/tasks?aba=tarefas&nova=1')
  const unavailable = { status: 503, json: { error: 'Serviço temporariamente indisponível.', code: 'UNAVAILABLE' } }
  await page.route('**/api/tasks', (route) => (route.request().method() === 'POST' ? route.fulfill(unavailable) : route.continue()))
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByLabel('Título').fill('Só aqui')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet).toBeHidden()

  if (onPhone(page)) {
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    await page.getByRole('link', { name: 'Configurações' }).click()
    await expect(page.getByRole('link', { name: /^Dados/ })).toContainText('Cópia, histórico, apagar')
  } else await page.getByRole('link', { name: 'Configurações' }).click()
  await page.getByRole('link', { name: /^Dados/ }).click()
  const zone = page.getByRole('form', { name: 'Apagar todos os dados' })
  await expect(zone).toContainText('ATENÇÃO: esta ação irá apagar TODOS os seus dados permanentemente')
  await expect(zone).toContainText('1 transação. Login e assinatura ficam.')
  await expect(zone).toContainText('1 lançamento aguarda envio e também se perde.')
  const erase = zone.getByRole('button', { name: 'Apagar todos os dados' })
  await zone.getByLabel('Digite APAGAR para confirmar').fill('APAG')
  await expect(erase).toBeDisabled()
  const word = zone.getByLabel('Digite APAGAR para confirmar')
  await word.fill('APAGAR')
  await expect(erase).toBeEnabled()
  // The session alone is not enough: the password is asked for first.
  const question = page.getByRole('dialog', { name: 'Confirme que é você' })
  await word.press('Enter')
  await expect(question).toContainText('Você vai apagar todos os dados da conta.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  await expect(zone).toContainText('1 lançamento aguarda envio e também se perde.')
  await word.press('Enter')
  const password = question.getByLabel('Sua senha', { exact: true })
  await password.fill('outra-senha')
  await question.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(question).toContainText('Senha atual incorreta.')
  await expect(zone).not.toContainText('Apagando…')
  await page.route('**/api/data/reset', (route) => route.fulfill({ status: 403, json: { error: 'Acesso negado.', code: 'FORBIDDEN' } }))
  await password.fill(person.password)
  await question.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(question).toBeHidden()

  // A refused password deletes nothing.
  await expect(zone.getByRole('alert')).toHaveText('Acesso negado.')
  await expect(zone).toContainText('1 lançamento aguarda envio e também se perde.')
  await endRoutes(page, '**/api/data/reset')
  await page.route('**/api/data/reset', (route) => route.fulfill(unavailable))
  await word.press('Enter')
  await expect(zone.getByRole('status')).toContainText('Ainda não sabemos se os dados foram apagados.')
  await endRoutes(page, '**/api/data/reset')
  const done = page.getByRole('dialog', { name: 'Dados apagados' })
  await expect(done.getByRole('alert')).toHaveText('Todos os dados foram removidos. Você será redirecionado.', { timeout: 30_000 })
  await endRoutes(page, '**/api/tasks')
  // After a few seconds the dialog leaves by itself, and there is no button.
  const atLogin = page.waitForURL('**/login')
  await Promise.race([done.getByRole('button', { name: 'Sair agora' }).click(), atLogin])
  await atLogin
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage)
        .concat(Object.keys(sessionStorage))
        .filter((key) => key.startsWith('prumo:')),
    ),
  ).toEqual([])

  await signIn(page, person)
  await page.goto('/dashboard/transactions')
  await expect(page.getByText('Nenhuma transação encontrada')).toBeVisible()
  expect((await callApi<{ tasks: object[] }>(page, 'GET', '/tasks')).tasks).toEqual([])
  expect((await callApi<{ subscription: object }>(page, 'GET', '/subscriptions/status')).subscription).toMatchObject({ status: 'active' })
})

test('an account is erased with its password, and nothing of it is left', { tag: '@desktop' }, async ({ page, request, app }) => {
  const person = await signInNewPerson({ page, request })
  await record(page, { description: 'Bolo', amount: 100 })
  await page.goto('/dashboard/settings?aba=dados')
  await page.getByRole('button', { name: 'Encerrar a conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encerrar a conta' })
  await expect(dialog).toContainText('A assinatura termina agora, sem reembolso.')
  const [password, end] = [dialog.getByLabel('Sua senha', { exact: true }), dialog.getByRole('button', { name: 'Encerrar a conta' })]
  await end.click()
  await expect(password).toHaveAccessibleDescription('Por favor, digite sua senha')
  await password.fill('errada')
  await end.click()
  await expect(password).toHaveAccessibleDescription('Senha atual incorreta.')
  await password.fill(person.password)
  await end.click()
  await page.waitForURL('**/login')
  await expect(page.getByRole('status').filter({ hasText: 'Conta encerrada.' })).toBeVisible()

  expect(await findMail(person.email, app)).toContain('Subject:')
  expect((await request.post('/api/auth/login', { data: { email: person.email, password: person.password } })).status()).toBe(401)
  expect((await request.post('/api/auth/register', { data: person })).status()).toBe(201)
})
