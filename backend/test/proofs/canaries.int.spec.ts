import { createHash, randomUUID } from 'node:crypto'
import { logContents } from '@prumo/backend/composition/capabilities'
import { TestAuthenticator } from '../test-authenticator.js'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { until } from '../test-queue.js'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { createTestSubscription } from '../test-push-service.js'
import { createTestDatabase, type TestDatabase } from '../test-database.js'
import { MASTER_KEY, startPrograms, type TestPrograms } from './test-programs.js'

/** The tables that `docs/privacy.md` lists as holding personal texts in clear. */
const IN_CLEAR = [
  'account_profile',
  'attachment_list',
  'category_totals',
  'description_totals',
  'fiscal_totals',
  'fund_movements',
  'goal_list',
  'guest_list',
  'import_list',
  'mei_profile',
  'passkeys',
  'rule_list',
  'task_list',
  'transaction_list',
  'users',
  'wallet_list',
]

let test: TestDatabase
let programs: TestPrograms
beforeAll(async () => {
  test = await createTestDatabase()
  await ensureReadModels(test.owner, logReading(logContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex'))))
  programs = await startPrograms(test.url, { apis: 1, workers: 1 }, { LOG_LEVEL: 'trace', RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await programs.close()
  await test.drop()
})

type CanaryMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// `any`: each test states what it expects of a body.
// oxlint-disable-next-line no-explicit-any
async function ask(method: CanaryMethod, path: string, body?: unknown, token?: string): Promise<any> {
  const headers = {
    'idempotency-key': randomUUID(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(`${programs.apis[0]?.origin}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return text === '' ? null : JSON.parse(text)
}

/** Sends a receipt that says it is a PDF. */
// oxlint-disable-next-line no-explicit-any
async function attach(path: string, { name, bytes }: { name: string; bytes: string }, token: string): Promise<any> {
  const headers = { 'content-type': 'application/pdf', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  const answer = await fetch(`${programs.apis[0]?.origin}/api${path}?name=${name}`, { method: 'POST', headers, body: bytes })
  return answer.json()
}

async function download(id: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${programs.apis[0]?.origin}/api/attachments/${id}`, { headers })).text()
}

/** A unique text, to be found wherever the product stores it; of letters alone, because descriptions are also compared without digits. */
function canary(field: string): string {
  const letters = randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)
  return `canario${field}${letters.slice(0, 12)}`
}

/** Searches every row of every table, in all schemas, for any of the texts. @returns the names of the tables */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await test.database.rows<{ name: string }>({
    text: `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  })
  const found: string[] = []
  for (const { name } of tables) {
    const holds = texts.map((_, index) => `row_to_json(t)::text ilike '%' || $${index + 1} || '%'`).join(' or ')
    // A dump shows bytea in hexadecimal, so the texts are searched in that form too.
    const asBytes = texts
      .map((_, index) => `row_to_json(t)::text like '%' || encode(convert_to($${index + 1}, 'UTF8'), 'hex') || '%'`)
      .join(' or ')
    const rows = await test.database.rows({ text: `select 1 from ${name} t where ${holds} or ${asBytes} limit 1` }, [...texts])
    if (rows.length > 0) found.push(name.replace(/^public\./, ''))
  }
  return found.sort()
}

const idle = () =>
  until(async () => (await test.database.rows({ text: 'select 1 from outbox where failed_at is null' })).length === 0, 30_000)

it('personal texts are in clear only in the listed tables, in no log line, and nowhere after an erasure', async () => {
  const texts = {
    name: canary('nome'),
    email: `${canary('mail')}@exemplo.com`,
    business: canary('negocio'),
    description: canary('descricao'),
    category: canary('categoria'),
    note: canary('observacao'),
    corrected: canary('corrigida'),
    goal: canary('meta'),
    task: canary('tarefa'),
    movement: canary('movimento'),
    wished: `${canary('outromail')}@exemplo.com`,
    wallet: canary('conta'),
    excluded: canary('foradareceita'),
    reopened: canary('motivo'),
    passkey: canary('chave'),
    renamed: canary('outrachave'),
    deleted: canary('excluida'),
    failing: canary('recusada'),
    file: canary('arquivo'),
    bank: canary('banco'),
    line: canary('linha'),
    endpoint: canary('aparelho'),
    statement: canary('extrato'),
    rule: canary('regra'),
    ruled: canary('daregra'),
    named: canary('comoregra'),
    many: canary('varias'),
    merged: canary('juntada'),
    guest: canary('contadora'),
    guestMail: `${canary('contadoramail')}@exemplo.com`,
    receipt: canary('comprovante'),
    paper: canary('papel'),
    account: createHash('sha256').update(randomUUID()).digest('hex'),
    key: createHash('sha256').update(randomUUID()).digest('hex'),
  }
  const all = Object.values(texts)
  const password = canary('senha')
  const registration = { name: texts.name, email: texts.email, businessName: texts.business, businessType: 'Comércio', password }
  const { token } = await ask('POST', '/auth/register', registration)
  const send = (method: CanaryMethod, path: string, body?: unknown) => ask(method, path, body, token)

  const { description, category, note } = texts
  const sale = { description, amount: 10, type: 'expense', category, note, transactionDate: '2026-11-20' }
  const recorded = await send('POST', '/transactions', sale)
  await send('PUT', `/transactions/${recorded.transaction.id}`, { description: texts.corrected })
  await send('GET', `/transactions?search=${texts.corrected}`)
  const other = await send('POST', '/transactions', { ...sale, description: texts.deleted })
  await send('DELETE', `/transactions/${other.transaction.id}`)
  const receipts = `/transactions/${recorded.transaction.id}/attachments`
  const { attachment } = await attach(receipts, { name: texts.receipt, bytes: `%PDF-1.4 ${texts.paper}` }, token)
  await attach(receipts, { name: texts.receipt, bytes: texts.paper }, token)
  await ask(
    'DELETE',
    `/attachments/${(await attach(receipts, { name: texts.receipt, bytes: `%PDF-${texts.paper}` }, token)).attachment.id}`,
    undefined,
    token,
  )
  expect(await download(attachment.id, token)).toContain(texts.paper)
  const goal = await send('POST', '/goals', { title: texts.goal, targetAmount: 5, deadline: '2027-01-01', category: 'Outros' })
  await send('PATCH', `/goals/${goal.goal.id}/progress`, { amount: 5 })
  await send('POST', '/tasks', { title: texts.task })
  await send('POST', '/emergency-fund/add', { amount: 5, description: texts.movement })
  const line = { key: texts.key, date: '2026-11-20', amount: 1, type: 'expense', description: texts.line }
  const statement = { fileName: texts.file, format: 'csv', bank: texts.bank, account: texts.account }
  await send('POST', '/imports/preview', { rows: [line] })
  const imported = { id: randomUUID(), ...line, category: texts.category, statementText: texts.statement }
  await send('POST', '/imports', { ...statement, rows: [imported] })
  await send('POST', '/imports', { ...statement, rows: [{ id: randomUUID(), ...line, amount: 0 }] })
  await send('POST', '/wallets', { name: texts.wallet, kind: 'cash' })
  await send('PUT', '/mei', { openedOn: '2024-03-12', activities: ['commerce'], excludedCategories: [texts.excluded] })
  await send('POST', '/reminders/devices', createTestSubscription(texts.endpoint))
  const { calendarUrl } = await send('POST', '/reminders/calendar')
  const calendar = new URL(calendarUrl).pathname
  const secret = calendar.replace(/^.*\/|\.ics$/g, '')
  expect((await fetch(`${programs.apis[0]?.origin}${calendar}`)).status).toBe(200)
  const { rule } = await send('POST', '/rules', { text: texts.rule, category: texts.ruled, description: texts.named })
  await send('PUT', `/rules/${rule.id}`, { type: 'expense' })
  await send('POST', '/transactions/batch', { ids: [recorded.transaction.id, imported.id], change: { note: texts.many } })
  for (const from of [texts.category, texts.ruled])
    await send('POST', '/transactions/categories/rename', { type: 'expense', from, to: texts.merged })
  await send('GET', '/transactions/descriptions')
  const [{ position: renamed }] = (await send('GET', '/activity?limit=1')).activity
  await send('POST', `/activity/${renamed}/undo`)
  await send('POST', '/months/2024-12/close')
  await send('POST', '/months/2024-12/reopen', { reason: texts.reopened })
  await send('PUT', '/auth/profile', { businessType: 'Outros' })
  await send('POST', '/auth/confirm', { password })
  const device = new TestAuthenticator(programs.shop.publicUrl)
  const made = device.create(await send('POST', '/auth/passkeys/options'))
  const { passkey } = await send('POST', '/auth/passkeys', { ...made, name: texts.passkey })
  await send('PATCH', `/auth/passkeys/${passkey.id}`, { name: texts.renamed })
  await ask('POST', '/auth/login/passkey', device.get(await ask('POST', '/auth/login/passkey/options')))
  await send('POST', '/access', { name: texts.guest, email: texts.guestMail })
  await ask('POST', '/guest/link', { email: texts.guestMail })
  await ask('POST', '/guest/enter', { token: await programs.mailbox.tokenTo(texts.guestMail) })
  const ended = await send('POST', '/access', { name: texts.guest, email: texts.guestMail })
  await send('DELETE', `/access/${ended.grant.id}`)
  await send('PUT', '/auth/email', { email: texts.wished })
  await ask('POST', '/auth/forgot-password', { email: texts.email })
  await ask('POST', '/auth/login', { email: texts.email, password: 'errada1' })
  // Refused by every check that can refuse it.
  await send('POST', '/transactions', { ...sale, description: texts.failing, amount: -1 })
  await send('POST', '/transactions', { ...sale, description: texts.failing, [texts.failing]: 1 })
  await ask('POST', '/auth/register', registration)
  const entries = (await send('GET', '/activity')).activity
  await send('POST', `/activity/${entries[0].position}/undo`)
  await send('GET', '/data/export')
  await send('GET', '/activity/at?date=2190-01-01')
  await idle()

  expect(await tablesWith(all)).toEqual(IN_CLEAR)
  expect(await tablesWith([password, secret])).toEqual([])

  await send('DELETE', '/auth/account', { password })
  await idle()
  expect(await tablesWith(all)).toEqual([])

  const logged = [...programs.apis, ...programs.workers].map(({ log }) => log).join('')
  expect(logged).toContain('/api/transactions')
  for (const text of [...all, password, secret]) expect(logged).not.toContain(text)
}, 180_000)

it('a reset removes the texts from the read models at once', async () => {
  const text = canary('apagada')
  const registration = {
    name: 'Ana Souza',
    email: `${randomUUID()}@exemplo.com`,
    businessName: 'Ateliê',
    businessType: 'Serviços',
    password: 'segredo1',
  }
  const { token } = await ask('POST', '/auth/register', registration)
  await ask('POST', '/tasks', { title: text }, token)
  expect(await tablesWith([text])).toEqual(['task_list'])
  await ask('POST', '/auth/confirm', { password: registration.password }, token)
  await ask('POST', '/data/reset', { confirm: true }, token)
  expect(await tablesWith([text])).toEqual([])
})
