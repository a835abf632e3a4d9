import { noFiscal } from '@prumo/shared/fiscal-marks'
import {
  correctTransaction,
  markDas,
  markForMei,
  recordTransaction,
  transactionCommands,
  transactionFields,
  type TransactionDraft,
} from './transaction-commands'
import { applyCommand, invertCommand, kindOf } from './sync/entity-registry'
import { aTransaction, storedCommand } from './test-fixtures'
import { changesOf } from './batch-commands'

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

describe('what a transaction says for the MEI', () => {
  const invoiced = { ...noFiscal, hasInvoice: true }
  const sale = aTransaction({ id: 'x1', fiscal: invoiced })
  const { fiscal: _, ...withoutMarks } = draft

  it('stays where a form does not ask for it, and is sent whole where it differs', () => {
    expect(correctTransaction(sale, { ...withoutMarks, note: null })).toBeNull()
    expect(correctTransaction(sale, { ...withoutMarks, note: null, fiscal: { ...invoiced } })).toBeNull()
    const services = { ...invoiced, activity: 'services' as const }
    expect(correctTransaction(sale, { ...withoutMarks, note: null, fiscal: services })?.args).toEqual({ fiscal: services })
    expect(request(storedCommand(markForMei(sale, services))).body).toEqual({ fiscal: services })
    expect(markForMei(sale, { ...noFiscal }).args).toEqual({ fiscal: null })
  })

  it('goes with the type, and comes back with it', () => {
    const command = storedCommand(correctTransaction(sale, { ...withoutMarks, note: null, type: 'expense' })!)
    expect(kindOf(command)!.affectedFields(command)).toContain('fiscal')
    const after = applyCommand(sale, command)
    expect(after).toMatchObject({ type: 'expense', fiscal: null })
    expect(applyCommand(after, storedCommand(invertCommand(command, after)!))).toEqual(sale)
  })

  it('marks an expense as the DAS of a month', () => {
    const payment = aTransaction({ type: 'expense' })
    const command = storedCommand(markDas(payment, '2026-10'))
    expect(command.args).toEqual({ fiscal: { ...noFiscal, dasOf: '2026-10' } })
    expect(transactionFields.fiscal?.format(applyCommand(payment, command) as never, { walletName: String })).toBe('DAS de outubro de 2026')
    expect(markDas(payment, null).args).toEqual({ fiscal: null })
  })

  it('changes several at once where it applies', () => {
    const das = aTransaction({ type: 'expense', fiscal: { ...noFiscal, dasOf: '2026-10' } })
    expect(changesOf(sale, { fiscal: null })).toEqual({ fiscal: null })
    expect(changesOf(sale, { fiscal: { ...invoiced } })).toEqual({})
    expect(changesOf(das, { fiscal: invoiced })).toEqual({})
    expect(changesOf(aTransaction({ type: 'transfer', toWalletId: 'w2' }), { fiscal: null })).toEqual({})
  })
})
