import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { sumNames } from '@prumo/shared/transaction-sums'
import { v7 as newId } from 'uuid'
import { initialWalletId } from '@prumo/backend/wallets/initial-wallet'
import type { TestApp } from '../test-app.js'

/** An account whose read models were filled, and its wallets: the main one, a card, cash and two banks. */
interface FilledAccount {
  token: string
  wallets: string[]
}

const DAYS = 1_000
/** A prime, so that each description has all days, types and wallets: some three thousand differ in more than digits. */
const DESCRIPTIONS = 3_989
/** So many rules has an account of any size. */
const RULES = 50
/** So many rows are inserted before a statement's time is over, on a busy machine too. */
const AT_ONCE = 10_000

/**
 * Fills the read models of a new account with so many transactions of the last days in five wallets: every tenth is a transfer,
 * and every hundredth waits for its day.
 */
export async function fillAccount(server: TestApp, transactions: number): Promise<FilledAccount> {
  const { token, accountId } = await server.register()
  const wallets = [initialWalletId(accountId), ...Array.from({ length: 4 }, () => newId())]
  const opened = `
    insert into wallet_list (account_id, id, name, kind, closing_day, due_day, place, is_archived, statement_accounts, created_at, updated_at, version)
    select $1, id, 'Conta ' || n, case n when 1 then 'card' when 2 then 'cash' else 'bank' end,
      case n when 1 then 3 end, case n when 1 then 10 end, n, false, '[]', now(), now(), 1
    from unnest($2::uuid[]) with ordinality as w(id, n)`
  await server.database.rows({ text: opened }, [accountId, wallets.slice(1)])
  const listed = `
    insert into transaction_list (account_id, id, description, amount, type, category, date, wallet_id, to_wallet_id, to_date,
      is_scheduled, is_confirmed, is_received, state, search, alike, attachment_count, created_at, updated_at, version)
    select $1, gen_random_uuid(), name, 100 + n % 900, kind, case kind when 'transfer' then null else 'Categoria ' || n % 40 end, day,
      ($2::uuid[])[1 + n % 5], case kind when 'transfer' then ($2::uuid[])[1 + (n + 1) % 5] end, case kind when 'transfer' then day + 1 end,
      pending, not pending, not pending, case when pending then 'pending' else 'settled' end, lower(name), lower(name), 0, now(), now(), 1
    from (select n, current_date - (n % $5::integer) as day, n % 100 = 0 as pending,
        'Bolo ' || translate((((n * 8 % ${DESCRIPTIONS}) ^ 2)::integer / ${DESCRIPTIONS})::text, '0123456789', 'abcdefghij') as name,
        case when n % 10 = 3 then 'transfer' when n % 3 = 0 then 'income' else 'expense' end as kind
      from generate_series($3::integer + 1, $4::integer) n) as made`
  const days = Math.min(DAYS, Math.ceil(transactions / 5))
  for (let done = 0; done < transactions; done += AT_ONCE) {
    await server.owner.rows({ text: listed }, [accountId, wallets, done, Math.min(done + AT_ONCE, transactions), days])
  }
  await server.owner.rows({ text: totalsSql() }, [accountId])
  await server.owner.rows({ text: categoriesSql }, [accountId])
  await server.owner.rows({ text: descriptionsSql() }, [accountId])
  const rules = `insert into rule_list (account_id, id, text, form, category, created_at, updated_at, version)
    select $1, gen_random_uuid(), 'Regra ' || n, 'regra ' || n, 'Outros', now(), now(), 1 from generate_series(1, $2::integer) n`
  await server.owner.rows({ text: rules }, [accountId, RULES])
  await server.owner.rows({ text: FISCAL_TOTALS }, [accountId])
  await server.owner.rows({ text: DAS_PAYMENTS }, [accountId])
  const mei = { openedOn: '2024-03-12', activities: ['commerce', 'services'] }
  expect((await server.send('PUT', '/mei', { token, body: mei })).status).toBe(200)
  return { token, wallets }
}

/** Adds up the totals of each category and day from the list. */
const categoriesSql = `
  insert into category_totals (account_id, day, type, category, wallet_id, amount, count, pending, transactions)
  select $1, date, type, coalesce(category, ''), wallet_id, coalesce(sum(amount) filter (where state = 'settled'), 0),
    count(*) filter (where state = 'settled'), coalesce(sum(amount) filter (where state = 'pending'), 0), count(*)
  from transaction_list where account_id = $1 and type <> 'transfer' group by date, type, coalesce(category, ''), wallet_id`

/** Counts the descriptions of each year until each month from the list. */
function descriptionsSql(): string {
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const columns = months.map((month) => `until_${String(month).padStart(2, '0')}`)
  return `
    insert into description_totals (account_id, year, type, alike, ${columns.join(', ')})
    select $1, extract(year from date), type, alike, ${months.map((month) => `count(*) filter (where extract(month from date) <= ${month})`).join(', ')}
    from transaction_list where account_id = $1 and type <> 'transfer' group by extract(year from date), type, alike`
}

/** Adds up the list by month and one of sixty categories, and has a payment of the DAS among a hundred expenses. */
const FISCAL_TOTALS = `
  insert into fiscal_totals (account_id, month, type, category, counts_as_revenue, activity, has_invoice, amount, count, transactions)
  select $1, to_char(date, 'YYYY-MM'), type, 'categoria ' || amount % 60, '', '', false,
    coalesce(sum(amount) filter (where state = 'settled'), 0), count(*) filter (where state = 'settled'), count(*)
  from transaction_list where account_id = $1 group by 2, 3, 4`
const DAS_PAYMENTS = `
  insert into das_payments (account_id, transaction_id, date, amount, das_of)
  select $1, id, date, 8000 + amount, null from transaction_list
  where account_id = $1 and type = 'expense' and state = 'settled' and amount % 100 = 5`

/** Adds up the totals of each wallet and day from the list. */
function totalsSql(): string {
  const sums: Record<string, string> = {
    income: `case when flow = 'income' and settled then amount else 0 end`,
    incomeCount: `case when flow = 'income' and settled then 1 else 0 end`,
    expense: `case when flow = 'expense' and settled then amount else 0 end`,
    expenseCount: `case when flow = 'expense' and settled then 1 else 0 end`,
    pendingIncome: `case when flow = 'income' and not settled then amount else 0 end`,
    pendingExpense: `case when flow = 'expense' and not settled then amount else 0 end`,
    pendingCount: `case when not settled then 1 else 0 end`,
    unplanned: `case when not settled then 0 when flow = 'income' then amount when flow = 'expense' then -amount else 0 end`,
    transferIn: `case when flow = 'in' then amount else 0 end`,
    transferOut: `case when flow = 'out' then amount else 0 end`,
    transferCount: `case when flow = 'out' then 1 else 0 end`,
  }
  const columns = sumNames.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  return `
    insert into transaction_totals (account_id, day, wallet_id, ${columns.join(', ')})
    select $1, day, wallet_id, ${sumNames.map((name) => `sum(${sums[name] ?? '0'})`).join(', ')} from (
      select date as day, wallet_id, amount, state = 'settled' as settled, case type when 'transfer' then 'out' else type end as flow
      from transaction_list where account_id = $1
      union all select to_date, to_wallet_id, amount, state = 'settled', 'in' from transaction_list where account_id = $1 and type = 'transfer'
    ) as moved group by day, wallet_id`
}

/** The reads of the screens, by wallet and of all. */
function readsOf({ wallets: [main, card] }: FilledAccount): Record<string, string> {
  const year = dateInSaoPaulo(new Date()).slice(0, 4)
  return {
    'the list of a wallet': `/transactions?walletId=${main}&limit=50`,
    'the list of two wallets': `/transactions?walletId=${main}&walletId=${card}&limit=50`,
    'the transfers of a wallet': `/transactions?walletId=${main}&type=transfer&limit=50`,
    'the summary of a wallet': `/transactions/summary?walletId=${main}`,
    'the summary of two wallets': `/transactions/summary?walletId=${main}&walletId=${card}`,
    'the months': '/transactions/summary/months?count=12',
    'the wallets': '/wallets',
    'the bills of a card': `/wallets/${card}/bills`,
    'the forecast': '/forecast?days=90',
    'the year of the MEI': `/mei/years/${year}`,
    'the declaration of the MEI': `/mei/annual-reports/${year}`,
    'the categories': '/transactions/categories',
    'the rules': '/rules',
  }
}

const ROUNDS = 21

/** The median time of each read in both accounts, in milliseconds, measured in turns. */
export async function timesOf(server: TestApp, accounts: readonly [FilledAccount, FilledAccount]): Promise<Map<string, [number, number]>> {
  const medians = new Map<string, [number, number]>()
  const [one, other] = accounts.map(readsOf) as [Record<string, string>, Record<string, string>]
  for (const name of Object.keys(one)) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { token }] of accounts.entries()) {
        const began = performance.now()
        const { status } = await server.send('GET', ([one, other][index] as Record<string, string>)[name] as string, { token })
        times[index as 0 | 1].push(performance.now() - began)
        expect([name, status]).toEqual([name, 200])
      }
    }
    medians.set(name, times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number) as [number, number])
  }
  return medians
}
