import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { day } from '../ledger.js'
import { confirmEmail } from '../mailbox.js'
import { newPerson, subscribe } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { test as base } from '../test.js'

/** A session: what the browser stores of it. */
export interface MatrixSession {
  token: string
  user: object
}

interface MatrixPeople {
  /** An account without data. */
  newcomer: MatrixSession
  /** An account with data for every part of every screen, among it the longest names and amounts. */
  owner: MatrixSession
  /** An account with several wallets: a card with a closed and an open bill, and an archived one. */
  cardholder: MatrixSession
  /** An account with a MEI: months of sales, payments of the DAS, and reports of which one changed since. */
  confectioner: MatrixSession
}

const LONG = 'Encomenda de cinquenta lembranças de chocolate para o casamento da Carla'

export const test = base.extend<object, { people: MatrixPeople }>({
  people: [
    async ({ app, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: app.url })
      const people = {
        newcomer: await register(request, app),
        owner: asOlder(await register(request, app)),
        cardholder: asOlder(await register(request, app)),
        confectioner: asOlder(await register(request, app)),
      }
      for (const { token } of Object.values(people)) await subscribe(request, token)
      await request.dispose()
      for (const [who, fill] of [
        ['owner', fillAccount],
        ['cardholder', fillWallets],
        ['confectioner', fillMei],
      ] as const) {
        const headers = { Authorization: `Bearer ${people[who].token}` }
        const context = await playwright.request.newContext({ baseURL: app.url, extraHTTPHeaders: headers })
        await fill(context)
        await context.dispose()
      }
      await use(people)
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

/** Opens the page with an existing session. */
export async function openAs(page: Page, { token, user }: MatrixSession): Promise<void> {
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      sessionStorage.setItem('prumo:token', storedToken)
      sessionStorage.setItem('prumo:user', storedUser)
    },
    [token, JSON.stringify(user)] as const,
  )
}

/** Registers a person with a confirmed e-mail: the strip that asks for that is a state of its own. */
async function register(request: APIRequestContext, app: RunningApp): Promise<MatrixSession> {
  const person = newPerson()
  const session = (await (await request.post('/api/auth/register', { data: person })).json()) as MatrixSession
  await confirmEmail(request, app, person.email)
  return { ...session, user: { ...session.user, emailVerified: true } }
}

/** As if the account were older than the first steps stand. */
function asOlder(session: MatrixSession): MatrixSession {
  return { ...session, user: { ...session.user, createdAt: '2020-01-05T12:00:00.000Z' } }
}

async function fillAccount(request: APIRequestContext): Promise<void> {
  const post = async <T>(path: string, data: object) => (await (await request.post(`/api${path}`, { data })).json()) as T
  const transaction = (data: object) =>
    post<{ transaction: { id: string } }>('/transactions', { type: 'income', transactionDate: day(), ...data })

  await transaction({ description: LONG, amount: 14_503.99, category: 'Uma categoria de nome comprido' })
  await transaction({ description: 'Embalagens Aurora', amount: 386.7, type: 'expense', category: 'Fornecedores' })
  await transaction({ description: 'Gás', amount: 118, type: 'expense' })
  for (const back of [20, 45, 75, 105, 140]) {
    await transaction({ description: 'Vendas do balcão', amount: 9_000 + back * 10, category: 'Vendas', transactionDate: day(-back) })
    await transaction({
      description: 'Aluguel do ponto',
      amount: 9_000 + back * 7,
      type: 'expense',
      category: 'Aluguel',
      transactionDate: day(-back),
    })
  }
  await transaction({
    description: 'Cesta corporativa da Ótica Vale do Rio Doce',
    amount: 98_000,
    isScheduled: true,
    transactionDate: day(-1),
  })
  await transaction({ description: 'Boleto', amount: 250, type: 'expense', isScheduled: true })
  await transaction({
    description: 'Encomenda de duzentos doces para a formatura da turma do CEFET',
    amount: 1_340_000.5,
    isScheduled: true,
    transactionDate: day(2),
  })
  for (const ahead of [4, 33, 64, 95])
    await transaction({
      description: 'Manutenção do forno',
      amount: 420,
      type: 'expense',
      category: 'Equipamentos',
      isScheduled: true,
      transactionDate: day(ahead),
    })
  const { transaction: missed } = await transaction({
    description: 'Pedido cancelado',
    amount: 1_450_320.99,
    isScheduled: true,
    transactionDate: day(-2),
  })
  await request.put(`/api/transactions/${missed.id}`, { data: { isConfirmed: true } })

  const repeat = (data: object) =>
    post<{ recurrence: { id: string } }>('/recurrences', { kind: 'recurring', type: 'expense', every: 'month', start: day(1), ...data })
  await repeat({ description: 'Aluguel do ponto', category: 'Aluguel', amount: 2_100, weekend: 'after' })
  await repeat({ description: 'DAS', category: 'Impostos', amount: 81.9, interval: 3, until: day(300) })
  await repeat({ description: LONG, amount: 1_340_000.5, type: 'income', every: 'week' })
  await repeat({ description: 'Vitrine refrigerada', kind: 'instalments', count: 10, amount: 1_480 })
  const { recurrence: paused } = await repeat({ description: 'Anúncios no Instagram', category: 'Marketing', amount: 220 })
  await request.delete(`/api/recurrences/${paused.id}`)

  const goal = (title: string, currentAmount: number, days: number) =>
    post('/goals', { title, targetAmount: 8_000, currentAmount, deadline: day(days), category: 'Equipamentos', priority: 'high' })
  await goal('Forno de lastro', 5_200, 42)
  await goal('Um nome de meta que é bem mais comprido do que cabe', 380, -3)
  await goal('Vitrine', 100, 0)
  await goal('Batedeira', 8_000, 10)

  const task = (title: string, data: object) => post<{ task: { id: string } }>('/tasks', { title, type: 'objective', ...data })
  await task('Fechar quatro encomendas de fim de ano, de preferência antes do dia dez de dezembro', {
    priority: 'high',
    estimatedCost: 1_450_000,
    estimatedDate: '2031-11-20',
  })
  await task('Abrir vendas pelo WhatsApp', { priority: 'medium' })
  const { task: done } = await task('Trocar a fachada', { priority: 'low' })
  await request.put(`/api/tasks/${done.id}`, { data: { completed: true } })
  await task('A taxa da maquininha subiu', { type: 'problem', priority: 'high' })
  await task('Pagar o DAS', { type: 'task', priority: 'low' })

  await request.put('/api/emergency-fund', { data: { currentAmount: 14_503.99, targetMonths: 6 } })
  await post('/emergency-fund/withdraw', { amount: 950, description: 'Conserto do freezer' })
}

async function fillWallets(request: APIRequestContext): Promise<void> {
  const post = async <T>(path: string, data: object) => (await (await request.post(`/api${path}`, { data })).json()) as T
  const open = async (data: object) => (await post<{ wallet: { id: string } }>('/wallets', data)).wallet.id
  const { wallets } = (await (await request.get('/api/wallets')).json()) as { wallets: { id: string }[] }
  const main = wallets[0]?.id
  const cash = await open({ name: 'Caixa', kind: 'cash' })
  // Of both bills one has already closed.
  const closingDay = Number(day(-5).slice(8))
  const card = await open({ name: 'Nubank', kind: 'card', closingDay, dueDay: Number(day(2).slice(8)) })
  const long = await open({ name: 'Cartão da loja de embalagens do centro', kind: 'card', closingDay: 25, dueDay: 5 })
  await request.post(`/api/wallets/${await open({ name: 'Conta antiga', kind: 'bank' })}/archive`)
  await request.put(`/api/wallets/${cash}/balance`, { data: { amount: 440, date: day(-3) } })
  const transaction = (walletId: string | undefined, data: object) =>
    post('/transactions', { walletId, type: 'expense', transactionDate: day(), ...data })
  await transaction(main, { description: LONG, amount: 1_340_000.5, type: 'income', category: 'Uma categoria de nome comprido' })
  await transaction(main, { description: 'Aluguel do ponto', amount: 2_100, isScheduled: true })
  await transaction(main, { description: 'Saque', amount: 200, type: 'transfer', toWalletId: cash, transactionDate: day(-1) })
  await transaction(main, { description: 'Fatura Nubank', amount: 500, type: 'transfer', toWalletId: card, transactionDate: day(-2) })
  for (const back of [1, 2, 8, 9, 10, 12, 50]) {
    const about = { description: 'Embalagens Aurora', amount: 186.4, category: 'Fornecedores' }
    await transaction(card, { ...about, transactionDate: day(-back) })
  }
  await transaction(card, { description: 'Estorno', amount: 12.5, type: 'income', transactionDate: day(-1) })
  await transaction(long, { description: LONG, amount: 14_503.99, category: 'Uma categoria de nome comprido' })
  const instalments = {
    kind: 'instalments',
    type: 'expense',
    every: 'month',
    description: 'Batedeira planetária',
    category: 'Equipamentos',
  }
  await post('/recurrences', { ...instalments, amount: 1_480, count: 10, start: day(-1), walletId: card })
}

async function fillMei(request: APIRequestContext): Promise<void> {
  const send = async (method: 'post' | 'put', path: string, data: object) => expect(await request[method](`/api${path}`, { data })).toBeOK()
  await send('put', '/mei', { openedOn: '2024-03-12', activities: ['industry', 'services'] })
  const transaction = (data: object) => send('post', '/transactions', { type: 'income', ...data })
  for (let month = 10; month >= 0; month--) {
    const of = monthsAgo(month)
    const fiscal = { hasInvoice: true }
    await transaction({
      description: 'Encomendas',
      amount: (498_020 + month * 9_130) / 100,
      category: 'Vendas',
      transactionDate: `${of}-01`,
    })
    await transaction({ description: LONG, amount: 720, category: 'Serviços', transactionDate: `${of}-01`, fiscal })
  }
  await transaction({ description: 'Aporte da Marina', amount: 300, category: 'Aporte', transactionDate: day() })
  await transaction({ description: 'Farinha', amount: 1_386.7, type: 'expense', category: 'Fornecedores', transactionDate: day() })
  for (let month = 10; month >= 2; month--) {
    const fiscal = month > 4 ? { dasOf: monthsAgo(month) } : undefined
    await transaction({
      description: 'Simples Nacional',
      amount: 87.05,
      type: 'expense',
      transactionDate: `${monthsAgo(month - 1)}-15`,
      fiscal,
    })
  }
  for (const month of [3, 2, 1]) await send('post', '/mei/deliveries', { kind: 'monthly_report', of: monthsAgo(month) })
  await transaction({ description: 'Venda esquecida', amount: 60, transactionDate: `${monthsAgo(1)}-01` })
}

/** The month that many months before this one. */
function monthsAgo(months: number): string {
  const [year, month] = day().split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1 - months, 1)).toISOString().slice(0, 7)
}
