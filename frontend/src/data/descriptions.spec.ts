import type { UsedDescription } from '@prumo/shared/transactions'
import { optimisticDescriptions } from './descriptions'
import { correctTransaction, deleteTransaction, recordTransaction, type TransactionDraft } from './transaction-commands'
import type { NewCommand } from './sync/command'
import { answerAt, aTransaction, queueOf } from './test-fixtures'

const used = (description: string, count: number, about: Partial<UsedDescription> = {}): UsedDescription => ({
  description,
  type: 'expense',
  category: 'Fornecedores',
  amount: 1_000,
  walletId: 'w1',
  count,
  lastDate: '2026-11-10',
  ...about,
})
const server = [used('Moinho 1', 2), used('Aluguel', 1)]
const shown = (...commands: NewCommand[]) => optimisticDescriptions(answerAt(1, server), queueOf(...commands))
const entered = (description: string, about: Partial<TransactionDraft> = {}): TransactionDraft => ({
  description,
  type: 'expense',
  category: 'Outros',
  note: null,
  centavos: 2_500,
  date: '2026-11-20',
  isScheduled: false,
  ...about,
})

describe("descriptions with this device's commands applied", () => {
  it('count what waits, whose latest gives category and amount', () => {
    const [moinho, aluguel, feira] = shown(recordTransaction(entered('MOINHO 2')), recordTransaction(entered('Feira')))
    expect(moinho).toMatchObject({ description: 'MOINHO 2', count: 3, category: 'Outros', amount: 2_500, lastDate: '2026-11-20' })
    expect([aluguel, feira]).toMatchObject([
      { description: 'Feira', count: 1 },
      { description: 'Aluguel', count: 1 },
    ])
  })

  it('keep their values where what waits is older, and leave transfers out', () => {
    const [moinho, ...others] = shown(
      recordTransaction(entered('Moinho 1', { date: '2026-11-01' })),
      recordTransaction(entered('Inter → Caixa', { type: 'transfer', walletId: 'w1', toWalletId: 'w2' })),
    )
    expect(moinho).toMatchObject({ count: 3, amount: 1_000, lastDate: '2026-11-10' })
    expect(others).toHaveLength(1)
  })

  it('move with a correction, and go with the last transaction', () => {
    const rent = aTransaction({ description: 'Aluguel', type: 'expense', date: '2026-11-10' })
    expect(shown(correctTransaction(rent, entered('Moinho 1'))!)).toMatchObject([{ description: 'Moinho 1', count: 3, amount: 2_500 }])
    expect(shown(deleteTransaction(rent))).toEqual([server[0]])
  })
})
