import type { Wallet, WalletList } from '@prumo/shared/wallets'
import { stateBalance } from './balance-commands'
import { acceptStatement, type AcceptedStatement } from './import-commands'
import { applyToBills } from './optimistic-bills'
import { optimisticWallets, type BalanceQueues } from './optimistic-wallets'
import type { NewCommand } from './sync/command'
import { answerAt, aTransaction, aWallet, queueOf, TEST_ACCOUNT } from './test-fixtures'
import { archiveWallet, changeWallet, chooseMainWallet, openWallet, stateWalletBalance } from './wallet-commands'

const TODAY = '2026-11-20'
const inter = aWallet({ balance: { amount: 100_000, date: TODAY, source: 'sums' } })
const cash = aWallet({
  id: 'w2',
  name: 'Caixa',
  kind: 'cash',
  isMain: false,
  order: 1,
  balance: { amount: 20_000, date: TODAY, source: 'sums' },
})
const card = aWallet({ id: 'w3', name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10, isMain: false, order: 2 })
const list: WalletList = { wallets: [inter, cash, card], onHand: { amount: 120_000, date: TODAY } }

/** The wallets with these commands waiting. */
function shown(queues: { [Name in keyof BalanceQueues]?: NewCommand[] }): WalletList {
  const { wallets = [], transactions = [], balances = [], imports = [] } = queues
  const queue = queueOf(...wallets, ...transactions, ...balances, ...imports)
  const of = (entity: string) => queue.filter(({ command }) => command.entity === entity)
  const waiting = { wallets: of('wallet'), transactions: of('transaction'), balances: of('balance'), imports: of('import') }
  return optimisticWallets(answerAt(1, list), waiting, TODAY)
}

const byId = ({ wallets }: WalletList, id: string): Wallet => wallets.find((wallet) => wallet.id === id)!

describe("wallets with this device's commands applied", () => {
  it('have a new one last, empty, and out of what is on hand if it is a card', () => {
    const opened = shown({ wallets: [openWallet({ name: 'Gaveta', kind: 'cash', closingDay: null, dueDay: null }, 'w4')] })
    expect(opened.wallets.map(({ name }) => name)).toEqual(['Inter', 'Caixa', 'Nubank', 'Gaveta'])
    expect(byId(opened, 'w4')).toMatchObject({ balance: { amount: 0, source: 'sums' }, version: 0, isMain: false })
    expect(opened.onHand.amount).toBe(120_000)
  })

  it('have archived ones last, whose money is no longer on hand', () => {
    const archived = shown({ wallets: [archiveWallet(cash), changeWallet(inter, { name: 'Inter PJ' })!] })
    expect(archived.wallets.map(({ name }) => name)).toEqual(['Inter PJ', 'Nubank', 'Caixa'])
    expect(archived.onHand.amount).toBe(100_000)
  })

  it('have one main wallet, the one that was chosen last', () => {
    const chosen = shown({ wallets: [chooseMainWallet(cash)] })
    expect(chosen.wallets.filter(({ isMain }) => isMain).map(({ id }) => id)).toEqual(['w2'])
  })

  it('have the balance that was stated last for today, whichever command stated it', () => {
    const balances = [stateBalance(TEST_ACCOUNT, null, 150_000, TODAY)]
    const stated = shown({ wallets: [stateWalletBalance(inter, 90_000, TODAY), stateWalletBalance(card, -5000, TODAY)], balances })
    expect(byId(stated, 'w1')).toMatchObject({ balance: { amount: 150_000, source: 'stated' }, statedOn: TODAY })
    expect(byId(stated, 'w3').balance.amount).toBe(-5000)
    expect(stated.onHand.amount).toBe(170_000)
  })

  it('own the accounts of the statements that were accepted into them', () => {
    const earlier = { ...cash, statementAccounts: ['hash'] }
    const statement: AcceptedStatement = {
      fileName: 'extrato.ofx',
      format: 'ofx',
      bank: 'Inter',
      account: 'hash',
      walletId: inter.id,
      closing: null,
      rows: [],
      isCompared: true,
    }
    const queues = { wallets: [], transactions: [], balances: [], imports: queueOf(acceptStatement(statement, {})) }
    const owned = optimisticWallets(answerAt(1, { ...list, wallets: [inter, earlier, card] }), queues, TODAY)
    expect(owned.wallets.map(({ statementAccounts }) => statementAccounts)).toEqual([['hash'], [], []])
  })

  it('keep their balance when one was stated for a past day: only the server knows what came since', () => {
    const stated = shown({ wallets: [stateWalletBalance(inter, 90_000, '2026-11-01')] })
    expect(byId(stated, 'w1')).toEqual(inter)
  })
})

describe('the bills of a card', () => {
  const bill = { from: '2026-10-04', closesOn: '2026-11-03', month: '2026-11', dueOn: '2026-11-10', purchases: 112_040 } as const
  const closed = { ...bill, refunds: 0, paid: 0, remaining: 112_040, state: 'late' as const }
  const open = {
    from: '2026-11-04',
    closesOn: '2026-12-03',
    month: '2026-12',
    dueOn: '2026-12-10',
    purchases: 10_000,
    refunds: 0,
    paid: 0,
    remaining: 10_000,
    state: 'open' as const,
  }
  const payment = (amount: number) => aTransaction({ type: 'transfer', amount, walletId: 'w1', toWalletId: 'w3', toDate: TODAY })
  const applied = (after: ReturnType<typeof aTransaction>) =>
    applyToBills([closed, open], card, [{ id: after.id, before: null, after }], TODAY)

  it('are paid oldest first', () => {
    expect(applied(payment(62_040)).map(({ remaining, paid, state }) => ({ remaining, paid, state }))).toEqual([
      { remaining: 50_000, paid: 62_040, state: 'late' },
      { remaining: 10_000, paid: 0, state: 'open' },
    ])
    expect(applied(payment(115_040)).map(({ remaining, state }) => ({ remaining, state }))).toEqual([
      { remaining: 0, state: 'paid' },
      { remaining: 7000, state: 'open' },
    ])
  })

  it('have a purchase in the bill of its day, also a pending one', () => {
    const bought = aTransaction({ type: 'expense', amount: 5000, walletId: 'w3', isScheduled: true, isConfirmed: false, isReceived: false })
    expect(applied(bought)).toEqual([closed, { ...open, purchases: 15_000, remaining: 15_000 }])
  })
})
