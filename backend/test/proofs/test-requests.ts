import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { v4 as newKey, v7 as newId } from 'uuid'
import type { TestApp } from '../test-app.js'
import { createTestSubscription } from '../test-push-service.js'

const READS = [
  '/auth/verify',
  '/auth/sessions',
  '/transactions?search=bolo',
  '/transactions?type=income&category=Vendas&status=settled&limit=2',
  '/transactions/summary',
  '/transactions/summary/months?count=6',
  '/transactions/categories',
  '/transactions/descriptions',
  '/transactions?search=12,50&category=Vendas&category=',
  '/rules',
  '/goals',
  '/goals/stats',
  '/tasks',
  '/tasks/stats',
  '/emergency-fund',
  '/emergency-fund/movements',
  '/emergency-fund/calculate-expenses?months=3',
  '/emergency-fund/analysis',
  '/subscriptions/status',
  '/reports?period=3months',
  '/activity',
  '/activity?entity=transaction&source=app',
  '/imports',
  '/recurrences',
  '/wallets',
  '/balance',
  '/mei',
  '/mei/deliveries',
  '/months',
  '/forecast?days=30',
  '/reminders',
  '/access',
  '/push/key',
  '/data/export',
]

/** Sends every kind of request that a signed-in person makes, each once. Rejects when one fails. */
export async function requestEverything(test: TestApp, token: string): Promise<void> {
  const today = dateInSaoPaulo(new Date())
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const headers = method === 'GET' ? {} : { 'idempotency-key': newKey() }
    const answer = await test.send(method, path, { token, body, headers })
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const sale = { description: 'Bolo', amount: 12.5, type: 'income', category: 'Vendas', transactionDate: today }
  const { transaction } = await send('POST', '/transactions', sale)
  await send('PUT', `/transactions/${transaction.id}`, { amount: 13 })
  const { goal } = await send('POST', '/goals', {
    title: 'Forno',
    targetAmount: 900,
    deadline: addDays(today, 90),
    category: 'Equipamentos',
    priority: 'high',
  })
  await send('PATCH', `/goals/${goal.id}/progress`, { amount: 100 })
  const { task } = await send('POST', '/tasks', { title: 'Nota fiscal' })
  await send('PATCH', `/tasks/${task.id}/toggle`)
  await send('POST', '/emergency-fund/add', { amount: 50 })
  await send('POST', '/emergency-fund/withdraw', { amount: 20 })
  await send('PUT', '/balance', { amount: 300 })
  await send('PUT', '/mei', { openedOn: '2024-03-12', activities: ['commerce'] })
  await send('PUT', `/transactions/${transaction.id}`, { fiscal: { hasInvoice: true } })
  await send('POST', '/mei/deliveries', { kind: 'dasn', of: '2024' })
  const [month, year] = [today.slice(0, 7), today.slice(0, 4)]
  for (const path of [`years/${year}`, `monthly-reports/${month}`, `annual-reports/${year}`]) await send('GET', `/mei/${path}`)
  await send('POST', '/transactions/categories/rename', { type: 'income', from: 'Vendas', to: 'Encomendas' })
  await send('POST', '/transactions/categories/rename', { type: 'income', from: 'Empréstimo', to: 'Banco' })
  await send('POST', '/months/2024-12/close')
  await send('GET', '/months/2024-12/proof')
  await send('POST', '/months/2024-12/reopen', { reason: 'Faltou uma nota' })
  const monthly = { kind: 'recurring', type: 'expense', description: 'Aluguel', amount: 900, start: today, every: 'month', interval: 1 }
  const { recurrence } = await send('POST', '/recurrences', { ...monthly, weekend: 'keep' })
  await send('PUT', `/recurrences/${recurrence.id}`, { from: today, amount: 950 })
  const { rule } = await send('POST', '/rules', { text: 'bolo', type: 'income', category: 'Vendas' })
  await send('PUT', `/rules/${rule.id}`, { category: 'Encomendas' })
  const other = (await send('POST', '/transactions', { ...sale, ruleId: rule.id })).transaction
  const undoLatest = async () => {
    const [{ position }] = (await send('GET', '/activity?limit=1')).activity
    await send('POST', `/activity/${position}/undo`)
  }
  await send('POST', '/transactions/batch', { ids: [transaction.id, other.id], change: { category: 'Feira', note: 'Sábado' } })
  await undoLatest()
  await send('POST', '/transactions/categories/rename', { type: 'income', from: 'Vendas', to: 'Feira' })
  await undoLatest()
  await send('POST', '/transactions/batch', { ids: [other.id], delete: true })
  await undoLatest()
  const line = { key: 'a'.repeat(64), date: today, amount: 40, type: 'expense', description: 'Farinha' }
  await send('POST', '/imports/preview', { rows: [{ ...line, statementText: 'PIX QRS BOLO BR25/11' }] })
  const statement = { id: newId(), fileName: 'extrato.csv', format: 'csv', rows: [{ ...line, id: newId() }] }
  const { import: imported } = await send('POST', '/imports', statement)
  const { device } = await send('POST', '/reminders/devices', createTestSubscription())
  await send('PUT', '/reminders', { push: true })
  await send('POST', '/reminders/test')
  await send('DELETE', `/reminders/devices/${device.id}`)
  await send('GET', new URL((await send('POST', '/reminders/calendar')).calendarUrl).pathname.replace('/api', ''))
  await send('DELETE', '/reminders/calendar')
  const own = [`/transactions/${transaction.id}`, `/goals/${goal.id}`, `/tasks/${task.id}`, `/recurrences/${recurrence.id}`]
  for (const path of [...own, `/rules/${rule.id}`, `/imports/${imported.id}`, `/activity/at?date=${today}`, ...READS])
    await send('GET', path)
  await undoLatest()
  await send('DELETE', `/rules/${rule.id}`)
  await send('POST', `/rules/${rule.id}/restore`)
  await send('DELETE', `/recurrences/${recurrence.id}`)
  await send('DELETE', `/transactions/${transaction.id}`)
  await send('PUT', '/auth/profile', { name: 'Ana Lima' })
  await test.confirm(token)
  const { grant } = await send('POST', '/access', { name: 'Rita Contadora', email: 'rita@exemplo.com' })
  await send('GET', '/access')
  await send('DELETE', `/access/${grant.id}`)
  await send('POST', '/data/reset', { confirm: true })
}
