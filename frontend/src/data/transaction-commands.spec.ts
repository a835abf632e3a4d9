import {
  correctTransaction,
  recordTransaction,
  transactionCommands,
  transactionFields,
  type TransactionDraft,
} from './transaction-commands'
import { applyCommand, invertCommand, kindOf } from './sync/entity-registry'
import { aTransaction, storedCommand } from './test-fixtures'

const noted = aTransaction({ id: 'x1', note: 'Três andares' })
const draft: TransactionDraft = {
  type: 'income',
  centavos: 10_000,
  description: 'Venda no balcão',
  category: 'Vendas',
  note: 'Três andares',
  date: '2026-11-20',
  isScheduled: false,
}
const request = (command: ReturnType<typeof storedCommand>) => kindOf(command)!.request(command)

describe('the note of a transaction', () => {
  it('is sent and shown with a new one', () => {
    const command = storedCommand(recordTransaction(draft, 'x1'))
    expect(request(command).body).toMatchObject({ note: 'Três andares' })
    expect(applyCommand(null, command)).toMatchObject({ note: 'Três andares' })
  })

  it('is sent alone where nothing else differs, and not at all where it does not', () => {
    expect(correctTransaction(noted, { ...draft, note: 'Dois andares' })?.args).toEqual({ note: 'Dois andares' })
    expect(correctTransaction(noted, { ...draft, note: null })?.args).toEqual({ note: null })
    expect(correctTransaction(noted, { ...draft, centavos: 1 })?.args).toEqual({ amount: 1 })
    expect(correctTransaction(noted, draft)).toBeNull()
  })

  it('is shown as corrected at once, and comes back by the undo', () => {
    const command = storedCommand(correctTransaction(noted, { ...draft, note: null })!)
    expect(kindOf(command)!.affectedFields(command)).toEqual(['note'])
    const after = applyCommand(noted, command)
    expect(after).toEqual({ ...noted, note: null })
    expect(invertCommand(command, after)).toMatchObject({ name: 'transaction.correct', args: { note: 'Três andares' } })
  })

  it('can be kept alone from a conflict, and is named there', () => {
    const command = storedCommand(correctTransaction(noted, { ...draft, note: 'Dois andares', centavos: 1 })!)
    const { keepFields } = transactionCommands['transaction.correct']
    expect(keepFields?.(command as never, ['note'])).toEqual({ name: 'transaction.correct', args: { note: 'Dois andares' } })
    expect(transactionFields.note?.label).toBe('Observação')
    expect(transactionFields.note?.format(noted, { walletName: (id) => id })).toBe('Três andares')
    expect(transactionFields.note?.format(aTransaction(), { walletName: (id) => id })).toBe('Sem observação')
  })
})
