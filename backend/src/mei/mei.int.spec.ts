import { dateInSaoPaulo, monthOf } from '@prumo/shared/calendar'
import { noFiscal } from '@prumo/shared/fiscal-marks'
import { dasDueDate, dasOfMonth } from '@prumo/shared/mei-das'
import { meiDefaults, meiTexts, monthAfter } from '@prumo/shared/mei-rules'
import { createHash, randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token, accountId } = await server.register()))

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers = {}) =>
  server.send(method, path, { token, headers, ...(body && { body }) })
const get = async (path: string) => (await send('GET', path)).body
const record = async (changes: object) => {
  const sale = { description: 'Bolo', amount: 100, type: 'income', category: 'Vendas', transactionDate: `${last}-10` }
  const { status, body } = await send('POST', '/transactions', { ...sale, ...changes })
  expect(status).toBe(201)
  return body.transaction
}
const summaries = async (query = '') =>
  (await get(`/activity?limit=50${query}`)).activity.map(({ summary }: { summary: string }) => summary)
const undoLatest = async (query = '') => send('POST', `/activity/${(await get(`/activity?limit=1${query}`)).activity[0].position}/undo`, {})
const verify = async () => (await verifyAccount(server.database, server.reading, accountId)).problem

const present = monthOf(dateInSaoPaulo(new Date()))
/** The month before this one, and the one before that. */
const [last, earlier] = [monthAfter(present, -1), monthAfter(present, -2)]
const yearOf = (month: string) => month.slice(0, 4)
const opening = { openedOn: '2024-03-12', activities: ['industry', 'services'] }

describe('the profile', () => {
  it('is null at first, is versioned, and keeps what a request leaves out', async () => {
    expect(await get('/mei')).toEqual({ mei: null })
    expect((await send('PUT', '/mei', opening, { 'If-Match': '"1"' })).status).toBe(404)
    const { status, body } = await send('PUT', '/mei', opening)
    expect([status, body]).toEqual([200, { mei: { ...meiDefaults, ...opening, version: 1 } }])
    const changed = { ...opening, excludedCategories: ['Aporte'], closedOn: '2024-12-31', hasEmployee: true }
    expect((await send('PUT', '/mei', changed, { 'If-Match': '"1"' })).body.mei).toEqual({ ...meiDefaults, ...changed, version: 2 })
    expect((await send('PUT', '/mei', opening, { 'If-Match': '"1"' })).status).toBe(412)
    expect((await send('PUT', '/mei', { ...opening, closedOn: null })).body.mei).toMatchObject({ hasEmployee: true, closedOn: null })
    expect(await get('/mei')).toMatchObject({ mei: { excludedCategories: ['Aporte'], version: 3 } })
    expect(await summaries('&entity=mei')).toEqual(Array(3).fill('Você mudou os dados do MEI'))
    expect((await undoLatest('&entity=mei')).status).toBe(200)
    expect(await get('/mei')).toMatchObject({ mei: { closedOn: '2024-12-31', version: 4 } })
    expect(await verify()).toBeNull()
  })

  it('goes with the undo of its first entry, and with a reset', async () => {
    await send('PUT', '/mei', opening)
    expect((await undoLatest('&entity=mei')).body.activity).toMatchObject({ type: 'MeiRemoved' })
    expect(await get('/mei')).toEqual({ mei: null })
    expect((await undoLatest('&entity=mei')).status).toBe(200)
    expect(await get('/mei')).toMatchObject({ mei: { version: 3 } })
    await server.confirm(token)
    await send('POST', '/data/reset', { confirm: true })
    expect(await get('/mei')).toEqual({ mei: null })
    expect((await send('PUT', '/mei', opening)).status).toBe(200)
    expect(await verify()).toBeNull()
  })

  it.each([
    [{ openedOn: '2199-01-01' }, meiTexts.openedInFuture],
    [{ closedOn: '2024-03-11' }, meiTexts.closedBeforeOpening],
    [{ activities: [] }, meiTexts.activitiesMissing],
    [{ excludedCategories: [''] }, meiTexts.categoryMissing],
  ])('refuses %j', async (difference, error) => {
    expect(await send('PUT', '/mei', { ...opening, ...difference })).toMatchObject({ status: 400, body: { error, code: 'VALIDATION' } })
  })

  it('follows a renamed category, and keeps the former name while transactions have it', async () => {
    await send('PUT', '/mei', opening)
    const rename = (type: string, to: string) => send('POST', '/transactions/categories/rename', { type, from: 'Empréstimo', to })
    const excluded = async () => (await get('/mei')).mei.excludedCategories
    await record({ category: 'Empréstimo' })
    await record({ category: 'Empréstimo', type: 'expense' })
    expect((await rename('income', 'Financiamento')).status).toBe(200)
    expect(await excluded()).toEqual(['Investimentos', 'Aporte', 'Empréstimo', 'Financiamento'])
    expect((await rename('expense', 'Banco')).status).toBe(200)
    expect(await excluded()).toEqual(['Investimentos', 'Aporte', 'Banco', 'Financiamento'])
    expect((await undoLatest('&entity=batch')).status).toBe(200)
    expect(await excluded()).toEqual(['Investimentos', 'Aporte', 'Empréstimo', 'Financiamento'])
    expect(await verify()).toBeNull()
  })
})

describe('what a transaction says', () => {
  const invoiced = { ...noFiscal, hasInvoice: true }

  it('is recorded, replaced, cleared with the type and undone', async () => {
    const { id } = await record({ fiscal: { hasInvoice: true } })
    const find = async () => (await get(`/transactions/${id}`)).transaction.fiscal
    expect(await find()).toEqual(invoiced)
    expect((await get('/transactions')).transactions[0].fiscal).toEqual(invoiced)
    const put = (body: object) => send('PUT', `/transactions/${id}`, body)
    expect((await put({ amount: 5 })).body.transaction.fiscal).toEqual(invoiced)
    expect((await put({ fiscal: { competence: earlier } })).body.transaction.fiscal).toEqual({ ...noFiscal, competence: earlier })
    expect((await put({ fiscal: {} })).body.transaction.fiscal).toBeNull()
    await put({ fiscal: { activity: 'services' } })
    expect((await put({ type: 'expense' })).body.transaction.fiscal).toBeNull()
    await undoLatest()
    expect(await find()).toEqual({ ...noFiscal, activity: 'services' })
    const [, changed] = (await get('/activity?limit=2')).activity
    expect(changed.changes).toEqual([
      { field: 'type', before: 'income', after: 'expense' },
      { field: 'activity', before: 'services', after: null },
    ])
    expect((await put({ fiscal: null })).body.transaction.fiscal).toBeNull()
    expect(await verify()).toBeNull()
  })

  it.each([
    ['income', { dasOf: last }, meiTexts.onlyExpense],
    ['expense', { hasInvoice: true }, meiTexts.onlyIncome],
    ['expense', { countsAsRevenue: false }, meiTexts.onlyIncome],
  ])('of an %s cannot be %j', async (type, fiscal, text) => {
    const sale = { description: 'Bolo', amount: 1, type, transactionDate: `${last}-10` }
    const refused = { status: 400, body: { fields: { fiscal: [text] } } }
    expect(await send('POST', '/transactions', { ...sale, fiscal })).toMatchObject(refused)
    const { id } = await record({ type, category: null })
    expect(await send('PUT', `/transactions/${id}`, { fiscal })).toMatchObject(refused)
    expect((await send('PUT', `/transactions/${id}`, { fiscal: noFiscal })).status).toBe(200)
  })

  it('is given to several at once where it applies', async () => {
    const sale = await record({})
    const das = await record({ type: 'expense', category: null, fiscal: { dasOf: last } })
    const other = await record({})
    const batch = (change: object) => send('POST', '/transactions/batch', { ids: [sale.id, das.id, other.id], change })
    const { body } = await batch({ fiscal: { hasInvoice: true } })
    expect(body.unchanged).toEqual([das.id])
    expect(body.changed.map(({ fiscal }: { fiscal: object }) => fiscal)).toEqual([invoiced, invoiced])
    expect((await get('/activity?limit=1')).activity[0]).toMatchObject({
      summary: 'Você mudou as marcas do MEI de 2 transações',
      changes: [
        { field: 'count', before: null, after: 2 },
        { field: 'hasInvoice', before: null, after: true },
      ],
    })
    expect((await undoLatest()).status).toBe(200)
    expect((await get(`/transactions/${sale.id}`)).transaction.fiscal).toBeNull()
    expect((await batch({ fiscal: null })).body.changed).toMatchObject([{ id: das.id, fiscal: null }])
    expect(await verify()).toBeNull()
  })
})

describe('a year', () => {
  const year = async (of: string) => (await get(`/mei/years/${of}`)).year
  const monthIn = async (month: string) => (await year(yearOf(month))).months.find((each: { month: string }) => each.month === month)

  it('is there from 2025 on to this one, and not without a profile', async () => {
    expect((await send('GET', `/mei/years/${yearOf(present)}`)).status).toBe(404)
    await send('PUT', '/mei', opening)
    const statuses = await Promise.all(
      ['2024', '2025', yearOf(present), String(Number(yearOf(present)) + 1), 'x'].map(
        async (of) => (await send('GET', `/mei/years/${of}`)).status,
      ),
    )
    expect(statuses).toEqual([404, 200, 200, 404, 404])
  })

  it('counts by settlement, competence, category, activity and invoice', async () => {
    await send('PUT', '/mei', opening)
    await record({ amount: 1 })
    await record({ amount: 2, category: 'serviços' })
    await record({ amount: 4, fiscal: { hasInvoice: true, activity: 'commerce' } })
    await record({ amount: 8, category: 'Aporte' })
    await record({ amount: 16, category: 'Aporte', fiscal: { countsAsRevenue: true } })
    await record({ amount: 32, fiscal: { countsAsRevenue: false } })
    await record({ amount: 64, isScheduled: true })
    await record({ amount: 128, isScheduled: true, transactionDate: `${present}-01`, fiscal: { competence: last } })
    await record({ amount: 256, fiscal: { competence: earlier } })
    const { id } = await record({ amount: 512 })
    await send('DELETE', `/transactions/${id}`)
    const sums = { commerce: 4, industry: 145, services: 2, withInvoice: 4, withoutInvoice: 147, revenue: 151, count: 5 }
    expect(await monthIn(last)).toEqual({ month: last, ...sums })
    expect(await monthIn(earlier)).toMatchObject({ revenue: 256, count: 1 })
    await send('PUT', '/mei', { ...opening, activities: ['services'], excludedCategories: [] })
    expect(await monthIn(last)).toMatchObject({ commerce: 4, industry: 0, services: 155, revenue: 159, count: 6 })
    expect(await verify()).toBeNull()
  })

  it('takes a settled expense for the DAS of a month, which the person confirms', async () => {
    await send('PUT', '/mei', opening)
    await record({ transactionDate: `${earlier}-01` })
    const { amount } = dasOfMonth(earlier, { activities: ['industry', 'services'], isCargoDriver: false })
    const due = dasDueDate(earlier)
    const lineOf = async (month: string) => (await year(yearOf(month))).das.find((each: { month: string }) => each.month === month)
    const paid = { type: 'expense', category: null, description: 'Pagamento DAS', transactionDate: due, amount: amount / 100 }
    expect(await lineOf(earlier)).toMatchObject({ due, amount: amount / 100, transactionId: null })
    const payment = await record(paid)
    expect(await lineOf(earlier)).toMatchObject({ state: 'proposed', transactionId: payment.id, paidOn: due })
    await send('PUT', `/transactions/${payment.id}`, { fiscal: { dasOf: earlier }, description: 'Boleto' })
    expect(await lineOf(earlier)).toMatchObject({ state: 'paid', transactionId: payment.id })
    const obligation = (await year(yearOf(due))).obligations?.find(
      ({ kind, of }: { kind: string; of: string }) => kind === 'das' && of === earlier,
    )
    if (yearOf(due) === yearOf(earlier)) expect(obligation).toEqual({ kind: 'das', of: earlier, due, state: 'paid' })
    await send('DELETE', `/transactions/${payment.id}`)
    expect((await lineOf(earlier)).state).not.toBe('paid')
    expect(await verify()).toBeNull()
  })

  it('knows the payment of a recurrence that an import settled', async () => {
    await send('PUT', '/mei', opening)
    await record({ transactionDate: `${earlier}-01` })
    const { amount } = dasOfMonth(earlier, { activities: ['industry', 'services'], isCargoDriver: false })
    const due = dasDueDate(earlier)
    const plan = { kind: 'recurring', type: 'expense', description: 'Guia DAS', category: 'Impostos', amount: amount / 100 }
    const { transactions } = (await send('POST', '/recurrences', { ...plan, every: 'month', start: due })).body
    const [expected] = transactions.filter(({ date }: { date: string }) => date === due)
    expect(expected).toMatchObject({ isScheduled: true, isConfirmed: false })
    const lineOf = async () => (await year(yearOf(earlier))).das.find((each: { month: string }) => each.month === earlier)
    expect((await lineOf()).transactionId).toBeNull()
    const key = createHash('sha256').update(randomUUID()).digest('hex')
    const line = { key, date: due, amount: amount / 100, type: 'expense', description: 'PAG SIMPLES NACIONAL' }
    const previewed = (await send('POST', '/imports/preview', { format: 'ofx', rows: [line] })).body.rows
    expect(previewed).toMatchObject([{ state: 'expected', transactionId: expected.id }])
    const rows = [{ id: newId(), ...line, category: null, settles: expected.id }]
    expect((await send('POST', '/imports', { fileName: 'extrato.ofx', format: 'ofx', rows })).status).toBe(201)
    expect((await get(`/transactions/${expected.id}`)).transaction).toMatchObject({ isConfirmed: true, description: 'Guia DAS' })
    expect(await lineOf()).toMatchObject({ state: 'proposed', transactionId: expected.id, paidOn: due })
    await send('PUT', `/transactions/${expected.id}`, { fiscal: { dasOf: earlier } })
    expect(await lineOf()).toMatchObject({ state: 'paid', transactionId: expected.id })
    expect(await verify()).toBeNull()
  })
})

describe('sheets and deliveries', () => {
  it('are of months and years in which the MEI is open', async () => {
    const status = async (path: string) => (await send('GET', path)).status
    expect(await status(`/mei/monthly-reports/${last}`)).toBe(404)
    await send('PUT', '/mei', opening)
    const months = ['2024-02', '2024-03', present, monthAfter(present, 1), '2024-13']
    expect(await Promise.all(months.map((month) => status(`/mei/monthly-reports/${month}`)))).toEqual([404, 200, 200, 404, 404])
    const years = ['2023', '2024', yearOf(present), String(Number(yearOf(present)) + 1)]
    expect(await Promise.all(years.map((year) => status(`/mei/annual-reports/${year}`)))).toEqual([404, 200, 200, 404])
  })

  it('record the figures of the moment, and say what changed since', async () => {
    await send('PUT', '/mei', opening)
    const sale = await record({ amount: 10.5, fiscal: { hasInvoice: true } })
    await record({ amount: 3, category: 'Serviços' })
    const none = { withoutInvoice: 0, withInvoice: 0, total: 0 }
    const figures = {
      commerce: none,
      industry: { withoutInvoice: 0, withInvoice: 10.5, total: 10.5 },
      services: { withoutInvoice: 3, withInvoice: 0, total: 3 },
      total: 13.5,
    }
    const days = [dateInSaoPaulo(new Date())]
    const monthly = await get(`/mei/monthly-reports/${last}`)
    const { report } = await get(`/mei/annual-reports/${yearOf(last)}`)
    days.push(dateInSaoPaulo(new Date()))
    expect(monthly).toEqual({ report: { month: last, ...figures, asOf: expect.any(String) } })
    expect(report).toMatchObject({ commerce: 0, industry: 10.5, services: 3, total: 13.5, hasEmployee: false })
    for (const { asOf } of [monthly.report, report]) expect(days).toContain(asOf)
    const deliver = (of: string, kind = 'monthly_report') => send('POST', '/mei/deliveries', { kind, of })
    const { status, body } = await deliver(last)
    expect([status, body]).toEqual([201, { delivery: { kind: 'monthly_report', of: last, at: expect.any(String), figures } }])
    expect(await get('/mei/deliveries')).toEqual({ deliveries: [{ ...body.delivery, changedSince: null }] })
    await send('PUT', `/transactions/${sale.id}`, { amount: 11, fiscal: null })
    const changedSince = [
      { field: 'industry.withoutInvoice', before: 0, after: 11 },
      { field: 'industry.withInvoice', before: 10.5, after: 0 },
      { field: 'industry.total', before: 10.5, after: 11 },
      { field: 'total', before: 13.5, after: 14 },
    ]
    expect(await get('/mei/deliveries')).toEqual({ deliveries: [{ ...body.delivery, changedSince }] })
    expect((await deliver(last)).status).toBe(201)
    expect((await get('/mei/deliveries')).deliveries).toMatchObject([{ changedSince: null, figures: { total: 14 } }])
    const obligations = (await get(`/mei/years/${yearOf(last)}`)).year.obligations
    expect(obligations).toContainEqual({ kind: 'monthly_report', of: last, due: expect.any(String), state: 'delivered' })
    expect((await deliver('2024', 'dasn')).status).toBe(201)
    const [entry, ...others] = (await get('/activity?entity=mei-delivery')).activity
    expect(entry).toMatchObject({ summary: 'Você marcou como entregue DASN-SIMEI de 2024', undoable: true })
    expect(others).toHaveLength(2)
    expect((await undoLatest('&entity=mei-delivery')).body.activity.summary).toBe('Você desfez a entrega de DASN-SIMEI de 2024')
    expect((await get('/mei/deliveries')).deliveries).toHaveLength(1)
    expect((await send('POST', `/activity/${others[0].position}/undo`, {})).status).toBe(200)
    expect((await get('/mei/deliveries')).deliveries).toMatchObject([{ figures: { total: 13.5 } }])
    expect(await verify()).toBeNull()
  })

  it.each([
    ['a month that has not ended', { kind: 'monthly_report', of: present }, meiTexts.notEnded],
    ['a year that has not ended', { kind: 'dasn', of: yearOf(present) }, meiTexts.notEnded],
    ['a month before the opening', { kind: 'monthly_report', of: '2024-02' }, meiTexts.notActive],
  ])('are refused for %s', async (_, body, error) => {
    await send('PUT', '/mei', opening)
    expect(await send('POST', '/mei/deliveries', body)).toMatchObject({ status: 409, body: { error } })
  })

  it('are refused without a profile, and for what is no period', async () => {
    const deliver = (body: object) => send('POST', '/mei/deliveries', body)
    expect((await deliver({ kind: 'monthly_report', of: last })).status).toBe(409)
    expect((await deliver({ kind: 'dasn', of: last })).status).toBe(400)
  })
})
