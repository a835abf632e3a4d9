import type { LineState } from '@prumo/shared/import-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { aTransaction } from '../../data/test-fixtures'
import {
  acceptedStatement,
  correctedBills,
  findMissingLine,
  reviewLines,
  similarLines,
  proveStatement,
  sumLines,
  openedWallets,
  type AccountComparison,
  type LineChoices,
  type StatementDraft,
} from './statement-review'
import { NO_TRANSFER } from './between-wallets'
import { categoryCounts } from './statement-review-items'
import type { Suggestion } from '@prumo/shared/suggestions'
import type { ReviewWallets, StatementWallet } from './review-wallets'
import { reviewItems } from './statement-review-items'
import type { NamedLine, ParsedStatement } from './parsed-statement'
import { describeRange } from './import-texts'

const line = (about: Partial<NamedLine> = {}): NamedLine => ({
  line: 1,
  date: '2026-11-20',
  centavos: -38_670,
  description: 'Embalagens 12',
  statementText: 'Pix enviado: Embalagens 12',
  memo: 'Pix',
  identifier: '',
  instalment: '',
  category: null,
  paysBill: false,
  isPlanned: false,
  key: 'k1',
  ...about,
})

const statement = (lines: readonly NamedLine[], about: Partial<ParsedStatement> = {}): ParsedStatement => ({
  format: 'csv',
  bank: 'Inter',
  account: 'Inter',
  accountNumber: null,
  keyAccount: 'Inter',
  accountHash: 'hash of Inter',
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
  wallet: null,
  newCards: [],
  takesName: false,
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
    suggestion: null,
    payment: false,
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

describe('the name and category of a line', () => {
  const suggestion = { category: 'Fornecedores', description: 'Moinho Central', source: 'rule', ruleId: 'r1' } as const
  const compared = (about: Partial<Suggestion> | null): AccountComparison => ({
    rows: [
      {
        key: 'k1',
        state: 'new',
        transactionId: null,
        category: about && suggestion.category,
        suggestion: about && { ...suggestion, ...about },
        payment: false,
      },
    ],
    others: new Map(),
    pending: [],
  })
  const sent = (about: Partial<NamedLine>, choices: LineChoices, comparison: AccountComparison | null) => {
    const draft = draftOf(statement([line(about)]), choices)
    const lines = reviewLines(draft, comparison)
    return { line: lines[0], row: acceptedStatement(draft, lines, true, () => 'x').rows[0] }
  }

  it('come from a rule, which is sent with the bank text', () => {
    const { line: shown, row } = sent({}, {}, compared({}))
    expect(shown).toMatchObject({ description: 'Moinho Central', category: 'Fornecedores', categoryOrigin: 'rule' })
    expect(row).toMatchObject({ description: 'Moinho Central', statementText: 'Pix enviado: Embalagens 12', ruleId: 'r1' })
  })

  it('chosen by hand are no longer of the rule', () => {
    const { line: shown, row } = sent({}, { k1: { category: 'Marketing', description: 'Caixas' } }, compared({}))
    expect(shown).toMatchObject({ description: 'Caixas', category: 'Marketing', categoryOrigin: 'hand' })
    expect(row).toMatchObject({ statementText: 'Pix enviado: Embalagens 12' })
    expect(row).not.toHaveProperty('ruleId')
  })

  it('are of the rule again if the person chooses its category again', () => {
    const { row } = sent({}, { k1: { category: 'Fornecedores' } }, compared({}))
    expect(row).toMatchObject({ ruleId: 'r1' })
  })

  it('are the text of the bank alone where nothing else is known', () => {
    const { line: shown, row } = sent({ statementText: null }, {}, compared(null))
    expect(shown).toMatchObject({ description: 'Embalagens 12', statementText: null, category: null, categoryOrigin: null })
    expect(row).not.toHaveProperty('statementText')
  })

  it('come from this device while the server has not been asked', () => {
    const [shown] = reviewLines(draftOf(statement([line()])), null, null, [{ ...suggestion, source: 'past', ruleId: null }])
    expect(shown).toMatchObject({ category: 'Fornecedores', categoryOrigin: 'past' })
  })

  it('keep the bank text of a line that settles a transaction', () => {
    const comparison = compared(null)
    const settled = aTransaction({ id: 'p1' })
    const rows = comparison.rows.map((row) => ({ ...row, state: 'expected' as const, transactionId: 'p1' }))
    const { row } = sent({ statementText: null }, {}, { ...comparison, rows, others: new Map([['p1', settled]]) })
    expect(row).toMatchObject({ settles: { id: 'p1' }, statementText: 'Embalagens 12' })
  })
})

it.each([
  [
    ['rule', 'past', 'past', 'dictionary', 'hand', null],
    '5 com categoria: 1 por regra, 2 como da última vez, 1 sugerida, 1 por você. 1 sem.',
  ],
  [['past'], '1 com categoria: 1 como da última vez.'],
  [[null, null], 'Ainda sem categoria.'],
] as const)('says where the categories of %j come from', (origins, text) => {
  const lines = origins.map((categoryOrigin) => ({ categoryOrigin, category: categoryOrigin && 'Vendas' }))
  expect(categoryCounts(lines, false)).toBe(text)
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
  const rows = (['new', 'known', 'similar'] as const).map((state) => ({
    key: '',
    state,
    transactionId: null,
    category: null,
    suggestion: null,
    payment: false,
  }))
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
  const rows = lines.map(({ key }) => ({
    key,
    state: 'new' as const,
    transactionId: null,
    category: null,
    suggestion: null,
    payment: false,
  }))
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

describe('between wallets', () => {
  const inter = { id: 'inter', name: 'Inter', kind: 'bank' } as const
  const caixa = { id: 'caixa', name: 'Caixa', kind: 'cash' } as const
  const nubank = { id: 'nubank', name: 'Nubank', kind: 'card' } as const
  const isPayment = { paysBill: true, memo: 'Pagamento de fatura Nubank' }
  const walletsOf = (...others: StatementWallet[]) => ({ own: inter, others, main: null })
  const compared = (state: LineState, ...others: Transaction[]) => ({
    rows: [
      {
        key: 'k1',
        state,
        transactionId: others[0]?.id ?? null,
        category: 'Vendas',
        suggestion: { category: 'Vendas', description: null, source: 'past' as const, ruleId: null },
        payment: false,
      },
    ],
    others: new Map(others.map((other) => [other.id, other])),
    pending: [],
  })
  const accepted = (about: Partial<NamedLine>, choices: LineChoices, comparison: AccountComparison | null, wallets: ReviewWallets) => {
    const draft = { ...draftOf(statement([line(about)]), choices), wallet: inter }
    const lines = reviewLines(draft, comparison, wallets)
    return { line: lines[0]!, row: acceptedStatement(draft, lines, true, () => 'x').rows[0] }
  }

  it('ticks the other side of a transaction, and joins it', () => {
    const deposit = aTransaction({ id: 'd1', walletId: 'caixa', type: 'income', amount: 38_670 })
    const { line: shown, row } = accepted({}, {}, compared('other_side', deposit), walletsOf(caixa))
    expect(shown).toMatchObject({ state: 'other_side', isTicked: true, between: { wallet: caixa, origin: 'other-side' } })
    expect(row).toMatchObject({ joins: { id: 'd1' }, category: 'Vendas', state: 'other_side' })
    expect(row).not.toHaveProperty('otherWallet')
  })

  it('names the wallet on the other side of a recorded transfer, whichever way it goes', () => {
    const out = aTransaction({ id: 't1', type: 'transfer', walletId: 'inter', toWalletId: 'caixa' })
    const back = aTransaction({ id: 't1', type: 'transfer', walletId: 'caixa', toWalletId: 'inter' })
    for (const [centavos, transfer] of [[-10_000, out] as const, [10_000, back] as const])
      expect(accepted({ centavos }, {}, compared('other_side', transfer), walletsOf(caixa)).line.between).toMatchObject({
        wallet: caixa,
        origin: 'recorded',
      })
  })

  it('records a transfer to another wallet than the other side, and a line that is none as new', () => {
    const deposit = aTransaction({ id: 'd1', walletId: 'caixa', type: 'income' })
    const other = accepted({}, { k1: { between: 'nubank' } }, compared('other_side', deposit), walletsOf(caixa, nubank))
    expect(other.row).toMatchObject({ otherWallet: 'nubank', state: 'other_side' })
    expect(other.row).not.toHaveProperty('joins')
    const none = accepted({}, { k1: { between: NO_TRANSFER } }, compared('other_side', deposit), walletsOf(caixa))
    expect(none.line).toMatchObject({ state: 'new', isTicked: true, between: null, isNoTransfer: true })
    expect(none.row).not.toHaveProperty('joins')
  })

  it('ticks the payment of a bill where its card is clear, and leaves it as new with a single wallet', () => {
    const to = (...others: StatementWallet[]) => accepted(isPayment, {}, compared('new'), walletsOf(...others)).line
    const inglesa = { id: 'c2', name: 'Inglesa', kind: 'card' } as const
    expect(to(caixa, nubank)).toMatchObject({ state: 'other_side', isTicked: true, between: { wallet: nubank, origin: 'text' } })
    expect(to(inglesa, nubank).between).toMatchObject({ wallet: nubank })
    expect(to(caixa)).toMatchObject({ state: 'other_side', isTicked: false, between: { wallet: null, newCard: 'Nubank' } })
    expect(to()).toMatchObject({ state: 'new', isTicked: false, between: null })
    const offline = accepted(isPayment, {}, null, walletsOf(nubank))
    expect(offline.row).toMatchObject({ otherWallet: 'nubank', type: 'expense', state: 'new' })
  })

  it('takes the payment on the statement of a card from the main wallet', () => {
    const wallets = { own: nubank, others: [caixa, inter], main: inter }
    const draft = { ...draftOf(statement([line({ centavos: 96_875, ...isPayment })])), wallet: nubank }
    expect(reviewLines(draft, compared('new'), wallets)[0]?.between).toMatchObject({ wallet: inter, origin: 'text' })
  })

  it('keeps a line out whose other side is not known on this device', () => {
    const deposit = aTransaction({ id: 'd1', walletId: 'archived', type: 'income' })
    expect(accepted({}, {}, compared('other_side', deposit), walletsOf(caixa)).line).toMatchObject({ state: 'similar', isTicked: false })
  })

  it('creates the wallet of a statement, and the cards of the payments that are ticked', () => {
    const opens = { closingDay: 3, dueDay: 10 }
    const own = { ...inter, opens: { closingDay: null, dueDay: null } }
    const draft = { ...draftOf(statement([line(isPayment)])), wallet: own, newCards: [{ ...nubank, opens }] }
    const opened = (choices: LineChoices) =>
      openedWallets(draft, reviewLines({ ...draft, choices }, null, walletsOf(nubank))).map(({ id }) => id)
    expect(opened({})).toEqual(['inter', 'nubank'])
    expect(opened({ k1: { isTicked: false } })).toEqual(['inter'])
  })
})

it('offers no bill with a larger difference, or due in another week', () => {
  const lines = [line({ centavos: -11_600 }), line({ key: 'k2', centavos: -10_000, date: '2026-11-26' })]
  const rows = lines.map(({ key }) => ({
    key,
    state: 'new' as const,
    transactionId: null,
    category: null,
    suggestion: null,
    payment: false,
  }))
  const pending = [aTransaction({ id: 'luz', type: 'expense', amount: 10_000, date: '2026-11-20' })]
  expect(reviewLines(draftOf(statement(lines)), { rows, others: new Map(), pending }).map(({ mayPay }) => mayPay)).toEqual([null, null])
})
