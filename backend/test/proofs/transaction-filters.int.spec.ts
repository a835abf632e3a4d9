import { monthBounds } from '@prumo/shared/calendar'
import { parseCentavos } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { searchable } from '@prumo/shared/search'
import { categoriesWithoutReceipt, stateOf } from '@prumo/shared/transaction-rules'
import type { Summary, SummaryFilter, Transaction } from '@prumo/shared/transactions'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { gramsOf } from '@prumo/backend/transactions/search-grams'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { SummariseMonths, SummariseTransactions } from '@prumo/backend/transactions/transaction-totals.projection'
import { initialWalletId } from '@prumo/backend/wallets/initial-wallet'
import { attach, detach, issue, openTestLog, type TestLog } from './test-log.js'

interface NamedText {
  name?: string
  text: string
}

/** The answer of `explain (analyze, buffers)`. */
interface Explained {
  'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }]
}

let log: TestLog
let writer: ReturnType<TestLog['writer']>
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer()
})
afterAll(() => log.close())

/** Two wallets beside the main one, which is null where it is stored. */
const [CASH, CARD] = ['0190d3a0-0000-7000-8000-00000000000b', '0190d3a0-0000-7000-8000-00000000000c'] as const
const transferring = fc.constantFrom(
  ...([null, CASH, CARD] as const).flatMap((from) => [null, CASH, CARD].filter((to) => to !== from).map((to) => ({ from, to }))),
)
const dates = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01')
const category = fc.constantFrom('Vendas', 'Aluguel', 'Retirada', 'Feira d’água', null)
const flow = fc.record({
  description: fc.constantFrom('Pão de mel', 'pão 100%', 'Açúcar e OVOS', 'ovos', 'Bolo_da Júlia', '🍞', 'x'),
  amount: fc.oneof(fc.constantFrom(100, 4590), fc.integer({ min: 1, max: 99_999_999_999 })),
  type: fc.constantFrom('income' as const, 'expense' as const),
  category,
  note: fc.constantFrom(null, 'Dona Júlia, sem ovos'),
  walletId: fc.constantFrom(null, null, CASH, CARD),
  date: dates,
  isScheduled: fc.boolean(),
})
/** A transfer may arrive on another day than it leaves. */
const transfer = fc.record({ of: flow, places: transferring, arrives: dates }).map(({ of, places: { from, to }, arrives }) => ({
  ...of,
  type: 'transfer' as const,
  category: null,
  walletId: from,
  to: { walletId: to, date: arrives, importId: null, importKey: null },
}))
const recording = fc.oneof({ weight: 3, arbitrary: flow }, { weight: 1, arbitrary: transfer })
const confirming = fc.constantFrom(null, null, { isReceived: true }, { isConfirmed: true }, { description: 'Pão doce' })
/** The receipts that it gets, and whether each stays. */
const attaching = fc.constantFrom<boolean[]>([], [], [true], [true, false], [false])
const day = fc.constantFrom('2025-12-31', '2026-01-15', '2026-02-01', '2026-02-28', '2026-04-01')
const filter: fc.Arbitrary<SummaryFilter> = fc.record(
  {
    type: fc.constantFrom('income' as const, 'expense' as const, 'transfer' as const),
    // The main wallet has another id in each account: an empty text is replaced by it.
    walletId: fc.uniqueArray(fc.constantFrom('', CASH, CARD), { minLength: 1, maxLength: 3 }),
    month: fc.constantFrom('2025-12', '2026-01', '2026-02', '2026-07'),
    from: day,
    to: day,
    search: fc.constantFrom(
      '',
      'o',
      'w',
      'pa',
      'ob',
      'PÃO',
      'ovos',
      '100%',
      '_',
      '%',
      'e ovos ven',
      'pao de ovo',
      'mel vendas',
      '🍞',
      'agua',
      'julia, sem',
      'vendas dona',
      '45,90',
      'R$ 1',
    ),
    category: fc.uniqueArray(
      fc.oneof(
        category.map((of) => of ?? ''),
        fc.constant('Nada'),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    amount: fc.constantFrom(100, 4590),
    status: fc.constantFrom('settled' as const, 'pending' as const, 'not_received' as const),
    attachments: fc.constantFrom('some' as const, 'none' as const),
  },
  { requiredKeys: [] },
)

/** The filter with the account's main wallet. */
function inAccount(account: string, { walletId, ...of }: SummaryFilter): SummaryFilter {
  return { ...of, ...(walletId && { walletId: walletId.map((id) => id || initialWalletId(account)) }) }
}

/** Whether a filter includes a transaction, derived from the contract alone. */
function includes(of: SummaryFilter, each: OnWire<Transaction>): boolean {
  const { from, to } = of.month === undefined ? { from: '0', to: '9' } : monthBounds(of.month)
  const text = searchable(`${each.description} ${each.category ?? ''} ${each.note ?? ''}`)
  return (
    (of.type === undefined || each.type === of.type) &&
    (of.walletId === undefined || of.walletId.includes(each.walletId) || of.walletId.includes(each.toWalletId ?? 'none')) &&
    each.date >= from &&
    each.date <= to &&
    each.date >= (of.from ?? '0') &&
    each.date <= (of.to ?? '9') &&
    (of.category === undefined || of.category.includes(each.category ?? '')) &&
    (of.amount === undefined || Math.round(each.amount * 100) === of.amount) &&
    (of.status === undefined || stateOf(each) === of.status) &&
    (of.attachments === undefined || (of.attachments === 'some' ? each.attachmentCount > 0 : lacksReceipt(each))) &&
    (text.includes(searchable(of.search ?? '')) || Math.round(each.amount * 100) === parseCentavos(of.search ?? ''))
  )
}

function lacksReceipt(each: OnWire<Transaction>): boolean {
  const needsOne = each.type === 'expense' && stateOf(each) === 'settled' && !categoriesWithoutReceipt.includes(each.category ?? '')
  return needsOne && each.attachmentCount === 0
}

/** The transfers that arrived as a filter by days counts them: on the day on which they arrive. */
function arriving(all: readonly OnWire<Transaction>[], of: SummaryFilter): OnWire<Transaction>[] {
  const isListed = !!of.search || of.amount !== undefined || of.attachments !== undefined
  return all.filter((each) => includes(of, isListed || each.type !== 'transfer' ? each : { ...each, date: each.toDate ?? each.date }))
}

function addedUp(
  transactions: readonly OnWire<Transaction>[],
  wallets: readonly string[] = [],
  arrived: readonly OnWire<Transaction>[] = [],
): OnWire<Summary> {
  const moved = (among: readonly OnWire<Transaction>[], side: 'walletId' | 'toWalletId') =>
    among
      .filter((each) => each.type === 'transfer' && stateOf(each) === 'settled' && wallets.includes(each[side] ?? ''))
      .reduce((all, { amount }) => all + BigInt(Math.round(amount * 100)), 0n)
  const sum = (type: string, state: string) =>
    transactions
      .filter((each) => each.type === type && stateOf(each) === state)
      .reduce((all, { amount }) => all + BigInt(Math.round(amount * 100)), 0n)
  const reais = (centavos: bigint) => Number(centavos) / 100
  return {
    income: reais(sum('income', 'settled')),
    expense: reais(sum('expense', 'settled')),
    balance: reais(sum('income', 'settled') - sum('expense', 'settled')),
    scheduledIncome: reais(sum('income', 'pending')),
    scheduledExpense: reais(sum('expense', 'pending')),
    transferIn: reais(moved(arrived, 'toWalletId')),
    transferOut: reais(moved(transactions, 'walletId')),
    count: transactions.filter((each) => stateOf(each) === 'settled').length,
  }
}

/** The whole list of a filter, page by page. */
async function listAll(account: string, of: SummaryFilter, limit: number): Promise<OnWire<Transaction>[]> {
  const transactions: OnWire<Transaction>[] = []
  let cursor: string | null = null
  do {
    const page: { transactions: OnWire<Transaction>[]; nextCursor: string | null } = await new ListTransactions(account, {
      ...of,
      limit,
      ...(cursor !== null && { cursor }),
    }).answer(log.database)
    transactions.push(...page.transactions)
    cursor = page.nextCursor
  } while (cursor !== null)
  return transactions
}

/** Makes every search of an account scan its list, as it does for a term that occurs almost everywhere. */
async function makeTermsFrequent(account: string): Promise<void> {
  const text = `insert into transaction_search select $1, 1000000 + n, repeat('1', 6144)::varbit from generate_series(1, 250) n`
  await log.database.rows({ text }, [account])
}

it('any combination of filters lists the right transactions in order, and summarises the same ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(recording, confirming, attaching), { minLength: 1, maxLength: 25, size: 'max' }),
      fc.array(fc.tuple(filter, fc.integer({ min: 1, max: 8 })), { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      async (happened, filters, everywhere) => {
        const account = newId()
        for (const [details, change, receipts] of happened) {
          const id = newId()
          await issue(writer, account, id, { type: 'RecordTransaction', details })
          for (const isKept of receipts) {
            const receipt = await attach(writer, account, id)
            if (!isKept) await detach(writer, account, receipt)
          }
          if (change) await issue(writer, account, id, { type: 'CorrectTransaction', changes: change }).catch(() => undefined)
        }
        const [last] = await listAll(account, {}, 1)
        if (last) await issue(writer, account, last.id, { type: 'DeleteTransaction' })
        if (everywhere) await makeTermsFrequent(account)
        const all = await listAll(account, {}, 500)
        const order = all.map((each) => `${each.date} ${each.createdAt} ${each.id}`)
        expect(order).toEqual(order.toSorted().toReversed())
        for (const [drawn, limit] of filters) {
          const of = inAccount(account, drawn)
          const meant = all.filter((each) => includes(of, each))
          expect(await listAll(account, of, limit)).toEqual(meant)
          expect(await new SummariseTransactions(account, of).answer(log.database)).toEqual(addedUp(meant, of.walletId, arriving(all, of)))
        }
        const { months } = await new SummariseMonths(account, { count: 4, until: '2026-03' }).answer(log.database)
        expect(months).toEqual(
          ['2025-12', '2026-01', '2026-02', '2026-03'].map((month) => ({
            month,
            ...addedUp(all.filter(({ date }) => date.startsWith(month))),
            count: all.filter((each) => each.date.startsWith(month) && each.type !== 'transfer' && stateOf(each) === 'settled').length,
          })),
        )
        if (!everywhere) expect((await log.verify(account)).problem).toBeNull()
      },
    ),
    { numRuns: 15 },
  )
})

describe('in a large account', () => {
  const [large, small, others] = [newId(), newId(), newId()]
  const ROWS = 40_000

  // On a database of its own: rows that other tests deleted would spread these over more pages.
  let own: TestLog
  beforeAll(async () => {
    own = await openTestLog()
    // Into the read models alone. All of the large account is alike but for the receipts of its first half, while others have many
    // categories.
    const list = `
      insert into transaction_list (account_id, id, wallet_id, description, amount, type, category, date, is_scheduled, is_confirmed, is_received,
        state, search, alike, attachment_count, created_at, updated_at, version)
      select a.id, gen_random_uuid(), case when n % 100 = 0 then $5::uuid else a.id end, 'Bolo', 100, 'expense',
        case when a.id = $3 then 'Categoria ' || n % 20 else 'Vendas' end, date '2020-01-01' + (n % 1000), false, true, true,
        'settled', 'bolo vendas', 'bolo', case when n % 1000 < 500 then 1 else 0 end, now(), now(), 1
      from (values ($1::uuid, $4::integer), ($2, 30), ($3, 2000)) as a(id, rows), generate_series(1, a.rows) n`
    await own.database.rows({ text: list }, [large, small, others, ROWS, CASH])
    const search = `insert into transaction_search select $1, n, $2::varbit from generate_series(0, $3::integer) n`
    await own.database.rows({ text: search }, [large, gramsOf('bolo vendas'), ROWS / 64])
    await own.database.rows({ text: search }, [small, gramsOf('bolo vendas'), 0])
    await own.owner.rows({ text: 'analyze transaction_list' })
    await own.owner.rows({ text: 'analyze transaction_search' })
  })
  afterAll(() => own.close())

  const questions: [string, Partial<SummaryFilter>][] = [
    ['the first page', {}],
    ['a month', { month: '2021-02' }],
    ['the type it has', { type: 'expense' }],
    ['a type of which there is none', { type: 'income' }],
    ['a status of which there is none', { status: 'not_received' }],
    ['a category of which there is none', { category: ['Aluguel'] }],
    ['a category and type of which there is none', { category: ['Vendas'], type: 'income' }],
    ['two categories of which there is none', { category: ['Aluguel', 'Outros'] }],
    ['an amount of which there is none', { amount: 4590 }],
    ['an absent search', { search: 'bb' }],
    ['a wallet that has little', { walletId: [CASH] }],
    ['two wallets with a search', { walletId: [CASH, CARD], search: 'bolo' }],
    ['a wallet of which there is none', { walletId: [CARD], type: 'transfer' }],
    ['an absent search that reads as an amount', { search: '45,90' }],
    ['receipts, which the latest ones lack', { attachments: 'some' }],
    ['receipts of its type and category', { attachments: 'some', type: 'expense', category: ['Vendas'] }],
    ['receipts of two categories', { attachments: 'some', category: ['Aluguel', 'Vendas'] }],
    ['receipts of which there are none', { attachments: 'some', status: 'pending' }],
    ['lacking receipts among days that have them all', { attachments: 'none', to: '2021-05-14' }],
    ['lacking receipts of a type that needs none', { attachments: 'none', type: 'income' }],
  ]

  /** The number of pages that a query reads, on a connection whose plans were made for the small account. */
  async function pagesRead(of: Partial<SummaryFilter>, cursor?: string): Promise<number> {
    const filters = { ...of, limit: 20, ...(cursor !== undefined && { cursor }) }
    const client = await own.database.pool.connect()
    let pages = 0
    const through = (rows: (statement: NamedText, values: unknown[]) => Promise<unknown[]>) => ({ rows }) as unknown as TestLog['database']
    const execute = async (statement: NamedText, values: unknown[]) => (await client.query({ values, ...statement })).rows
    try {
      for (let time = 0; time < 8; time++) await new ListTransactions(small, filters).answer(through(execute))
      const counting = through(async (statement, values) => {
        const answer = await execute(statement, values)
        const literals = values.map((value) => client.escapeLiteral(Array.isArray(value) ? `{${value.join(', ')}}` : String(value)))
        const execution = `execute "${statement.name}"${literals.length > 0 ? `(${literals.join(', ')})` : ''}`
        const { rows } = await client.query<Explained>(`explain (analyze, buffers, timing off, format json) ${execution}`)
        for (const {
          'QUERY PLAN': [{ Plan: plan }],
        } of rows)
          pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
        return answer
      })
      await new ListTransactions(large, filters).answer(counting)
      return pages
    } finally {
      client.release()
    }
  }

  it.each(questions)('%s reads a few pages of the tables, although the connection planned it for a small one', async (_, of) => {
    expect(await pagesRead(of)).toBeLessThan(150)
  })

  it('so does its deepest page', async () => {
    const { nextCursor } = await new ListTransactions(large, { limit: 1, to: '2020-01-02' }).answer(own.database)
    expect(nextCursor).not.toBeNull()
    expect(await pagesRead({}, nextCursor as string)).toBeLessThan(150)
  })
})

it('prepares one statement for each combination of filters, whatever their values', async () => {
  const client = await log.database.pool.connect()
  try {
    await client.query('deallocate all')
    const names = new Set<string>()
    const on = {
      rows: (statement: { name?: string; text: string }, values: unknown[]) => {
        if (statement.name !== undefined) names.add(statement.name)
        return log.database.rows(statement, values)
      },
    } as unknown as TestLog['database']
    const account = newId()
    const many = Array.from({ length: 50 }, (_, index) => Array.from({ length: index + 1 }, () => newId()))
    const drawn = [...fc.sample(filter, 300), ...many.map((walletId): SummaryFilter => ({ walletId, status: 'settled' }))]
    for (const of of drawn.map((each) => inAccount(account, each))) {
      await new ListTransactions(account, { ...of, limit: 1 + (names.size % 500) }).answer(on)
      await new SummariseTransactions(account, of).answer(on)
    }
    // Each number of wallets is a statement of its own, and so are its transfers. Longer names would be cut, and collide.
    expect(names.size).toBeLessThanOrEqual(2 * (144 + 3 * 216) + 3)
    expect([...names].filter((name) => name.length > 63)).toEqual([])
  } finally {
    client.release()
  }
})
