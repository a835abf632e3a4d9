import { aTransaction } from '../../data/test-fixtures'
import {
  acceptedStatement,
  correctedBills,
  findMissingLine,
  reviewLines,
  similarLines,
  proveStatement,
  sumLines,
  type StatementDraft,
} from './statement-review'
import { reviewItems } from './statement-review-items'
import type { StatementLine } from './statement/statement'
import type { ParsedStatement } from './parsed-statement'
import { describeRange } from './import-texts'

const line = (about: Partial<StatementLine> = {}): StatementLine => ({
  line: 1,
  date: '2026-11-20',
  centavos: -38_670,
  description: 'Pix enviado: Embalagens 12',
  memo: 'Pix',
  identifier: '',
  instalment: '',
  category: null,
  paysBill: false,
  isPlanned: false,
  key: 'k1',
  ...about,
})

const statement = (lines: readonly StatementLine[], about: Partial<ParsedStatement> = {}): ParsedStatement => ({
  format: 'csv',
  bank: 'Inter',
  account: 'Inter',
  accountNumber: null,
  accountHash: null,
  keyAccount: 'wallet',
  isCard: false,
  foreignCurrency: null,
  otherLines: [],
  lines,
  unread: [],
  otherPart: [],
  opening: null,
  closing: null,
  ...about,
})

const draftOf = (parsed: ParsedStatement, choices: StatementDraft['choices'] = {}): StatementDraft => ({
  fileName: 'e.csv',
  statement: parsed,
  choices,
  part: { at: 1, of: 1 },
})

it('confirms the closing balance of the bank when opening, income and expenses add up to it', () => {
  const lines = [line(), line({ key: 'k2', centavos: 100_000 })]
  const [opening, closing] = [
    { date: '2026-10-31', centavos: 5_000 },
    { date: '2026-11-23', centavos: 66_330 },
  ]
  expect(proveStatement(statement(lines, { opening, closing }), null)).toMatchObject({
    income: 100_000,
    expense: 38_670,
    sum: 66_330,
    missing: 0,
  })
  expect(proveStatement(statement(lines, { opening, closing: { ...closing, centavos: 66_130 } }), null).missing).toBe(-200)
})

it('carries the stated balance if the file has no opening one, and claims nothing without it', () => {
  const withoutOpening = statement([line({ centavos: -100 })], { closing: { date: '2026-11-20', centavos: 900 } })
  expect(proveStatement(withoutOpening, 1_000)).toMatchObject({ opening: 1_000, openingDate: '2026-11-19', sum: 900, missing: 0 })
  expect(proveStatement(withoutOpening, null)).toMatchObject({ opening: null, sum: null, missing: null })
})

it('ticks new and settling lines, but neither similar ones nor payments of bills', () => {
  const lines = [line(), line({ key: 'k2' }), line({ key: 'k3' }), line({ key: 'k4' }), line({ key: 'k5', paysBill: true })]
  const rows = (['new', 'expected', 'similar', 'known', 'new'] as const).map((state) => ({
    key: '',
    state,
    transactionId: state === 'new' ? null : 'p1',
    category: null,
  }))
  const others = new Map([['p1', aTransaction({ id: 'p1' })]])
  const looked = reviewLines(draftOf(statement(lines)), { rows, others, pending: [] })
  expect(looked.map(({ isTicked }) => isTicked)).toEqual([true, true, false, false, false])
  // A known line cannot be taken, whatever was chosen before.
  expect(reviewLines(draftOf(statement(lines), { k4: { isTicked: true } }), { rows, others, pending: [] })[3]?.isTicked).toBe(false)
  const accepted = acceptedStatement(draftOf(statement(lines)), looked, true, () => 'x')
  expect(accepted.rows).toMatchObject([
    { key: 'k1', amount: 38_670 },
    { key: 'k2', settles: { id: 'p1' } },
  ])
  expect(accepted.rows[0]).not.toHaveProperty('settles')
})

it('keeps the choices of a line, and offers its category to similar lines', () => {
  const lines = [line(), line({ key: 'k2', description: 'Pix enviado: Embalagens 44' }), line({ key: 'k3', description: 'Outra' })]
  const looked = reviewLines(
    draftOf(statement(lines), { k1: { category: 'Fornecedores', description: 'PIX ENVIADO: embalagens 9' } }),
    null,
  )
  expect(looked[0]).toMatchObject({ category: 'Fornecedores', description: 'PIX ENVIADO: embalagens 9' })
  expect(similarLines(looked, looked[0]!).map(({ key }) => key)).toEqual(['k2'])
})

it('has groups whose sums equal the sum of the file', () => {
  const lines = [line(), line({ key: 'k2', centavos: 500 }), line({ key: 'k3', centavos: -30 })]
  const rows = (['new', 'known', 'similar'] as const).map((state) => ({ key: '', state, transactionId: null, category: null }))
  const looked = reviewLines(draftOf(statement(lines)), { rows, others: new Map(), pending: [] })
  const heads = reviewItems(looked, statement(lines), { isUnfolded: false, unreadFirst: false }).flatMap((item) =>
    item.kind === 'head' ? [item] : [],
  )
  const total = heads
    .map((head) => sumLines(head.lines))
    .reduce((sum, each) => ({ expense: sum.expense + each.expense, income: sum.income + each.income }))
  expect(total).toEqual({ expense: 38_700, income: 500 })
  expect(heads.map(({ group, count }) => [group, count])).toEqual([
    ['new', 1],
    ['similar', 1],
    ['known', 1],
  ])
})

it('finds the unread line with the missing amount, if it is the only one', () => {
  const unread = [
    { line: 58, text: '13/11/2026;Tarifa;12,00;2.904,18', reason: '' },
    { line: 60, text: '13/11/2026;Saldo;;4.312,40', reason: '' },
  ]
  expect(findMissingLine({ unread }, -1_200)).toBe(58)
  expect(findMissingLine({ unread }, 431_240)).toBe(60)
  expect(findMissingLine({ unread }, 1)).toBeNull()
})

it.each([
  ['2026-11-01', '2026-11-23', '1º a 23 de novembro'],
  ['2026-10-01', '2026-11-04', '1º de outubro a 4 de novembro'],
  ['2026-11-05', '2026-11-05', '5 de novembro'],
  ['2025-12-20', '2026-01-04', '20 de dezembro de 2025 a 4 de janeiro'],
])('%s to %s is %s', (from, to, words) => {
  expect(describeRange(from, to, '2026-11-24')).toBe(words)
})

it('offers to pay a bill of nearly the same amount, unticked, and corrects the bill with the import', () => {
  const lines = [line({ centavos: -10_450 }), line({ key: 'k2', centavos: -20_000 })]
  const rows = lines.map(({ key }) => ({ key, state: 'new' as const, transactionId: null, category: null }))
  const bill = aTransaction({ id: 'luz', description: 'Luz Enel', type: 'expense', amount: 10_000, date: '2026-11-18' })
  const comparison = { rows, others: new Map(), pending: [bill] }
  const reviewed = reviewLines(draftOf(statement(lines)), comparison)
  expect(reviewed.map(({ isTicked, mayPay }) => [isTicked, mayPay?.id])).toEqual([
    [false, 'luz'],
    [true, undefined],
  ])
  const ticked = reviewLines(draftOf(statement(lines), { k1: { isTicked: true } }), comparison)
  expect(correctedBills(ticked)).toEqual([{ bill, centavos: 10_450 }])
  expect(acceptedStatement(draftOf(statement(lines)), ticked, true, () => 'x').rows[0]).toMatchObject({
    amount: 10_450,
    state: 'expected',
    settles: { id: 'luz', amount: 10_450 },
  })
  const other = reviewLines(draftOf(statement(lines), { k1: { isOther: true } }), comparison)
  expect(other[0]).toMatchObject({ isTicked: true, mayPay: null })
})

it('offers no bill with a larger difference, or due in another week', () => {
  const lines = [line({ centavos: -11_600 }), line({ key: 'k2', centavos: -10_000, date: '2026-11-26' })]
  const rows = lines.map(({ key }) => ({ key, state: 'new' as const, transactionId: null, category: null }))
  const pending = [aTransaction({ id: 'luz', type: 'expense', amount: 10_000, date: '2026-11-20' })]
  expect(reviewLines(draftOf(statement(lines)), { rows, others: new Map(), pending }).map(({ mayPay }) => mayPay)).toEqual([null, null])
})
