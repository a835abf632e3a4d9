import { fireEvent, render, screen, within } from '@testing-library/react'
import { aTransaction } from '../../data/test-fixtures'
import { StatementReviewRow } from './statement-review-row'
import type { ReviewLine } from './statement-review'

const line: ReviewLine = {
  key: 'k1',
  line: 1,
  date: '2026-11-05',
  centavos: 40_000,
  type: 'expense',
  description: 'Pagamento de fatura',
  statementText: null,
  category: null,
  categoryOrigin: null,
  ruleId: null,
  state: 'new',
  comparedAs: 'new',
  isTicked: true,
  paysBill: false,
  isPlanned: false,
  mayPay: null,
  other: null,
  between: null,
  isNoTransfer: false,
}
const wallets = {
  own: { id: 'inter', name: 'Inter', kind: 'bank' },
  others: [
    { id: 'caixa', name: 'Caixa', kind: 'cash' },
    { id: 'nubank', name: 'Nubank', kind: 'card' },
  ],
  main: null,
} as const

const onChange = jest.fn()
const onNewCard = jest.fn()
const shown = (about: Partial<ReviewLine> = {}) =>
  render(
    <StatementReviewRow
      index={0}
      rowProps={() => ({})}
      line={{ ...line, ...about }}
      wallets={wallets}
      used={[]}
      alikeCount={0}
      origin={null}
      onAlways={null}
      onChange={onChange}
      onFileLike={() => undefined}
      onNewCard={onNewCard}
    />,
  )

it.each([
  ['expected', 'Confirma Fatura do cartão, prevista para 04/11'],
  ['similar', 'Você já tem Fatura do cartão, 4 de novembro'],
] as const)('explains why the payment of a bill that is %s is not ticked', (state, text) => {
  const other = aTransaction({ description: 'Fatura do cartão', date: '2026-11-04' })
  const { container } = shown({ paysBill: true, isTicked: false, state, other })
  expect(screen.getByRole('checkbox')).not.toBeChecked()
  expect(container).toHaveTextContent(text)
  expect(screen.getByText(/^Pagamento de fatura: as compras do cartão já são a despesa\./)).toBeVisible()
})

it.each([
  ['Enter', ['k1', { description: 'Cartão' }]],
  ['Escape', null],
])('returns the focus to the edit button when a description is left with %s', (key, change) => {
  shown()
  fireEvent.click(screen.getByRole('button', { name: /^Editar a descrição/ }))
  const field = screen.getByLabelText('Descrição')
  expect(field).toHaveFocus()
  fireEvent.change(field, { target: { value: 'Cartão' } })
  fireEvent.keyDown(field, { key })
  expect(screen.getByRole('button', { name: /^Editar a descrição/ })).toHaveFocus()
  expect(onChange.mock.calls).toEqual(change === null ? [] : [change])
  onChange.mockClear()
})

it.each([
  ['expense', { type: 'income', description: 'Entrou no caixa' }, 'Chegou em Caixa em 04/11, na receita Entrou no caixa', 'o outro lado'],
  ['income', { type: 'expense', description: 'Depósito no Inter' }, 'Saiu de Caixa em 04/11, na despesa Depósito no Inter', 'o outro lado'],
  ['expense', { type: 'transfer', toDate: '2026-11-04' }, 'Chegou em Caixa em 04/11, como você lançou', 'já lançada'],
] as const)('says where the money of a line with an other side went: %s', (type, other, text, origin) => {
  const [, caixa] = [wallets.own, wallets.others[0]]
  const joins = aTransaction({ date: '2026-11-04', walletId: caixa.id, ...other })
  const between = { wallet: caixa, joins, newCard: null, origin: other.type === 'transfer' ? 'recorded' : 'other-side' } as const
  const { container } = shown({ type, state: 'other_side', comparedAs: 'other_side', between })
  expect(container).toHaveTextContent(text)
  expect(screen.getByText(origin)).toBeVisible()
  expect(screen.getByText(/^Transferência de R\$.400/)).toBeInTheDocument()
  const select = screen.getByRole('combobox', { name: /^De onde para onde vai/ })
  expect(select).toHaveDisplayValue(type === 'expense' ? 'Inter → Caixa' : 'Caixa → Inter')
  expect(within(select).getAllByRole('option').at(-1)).toHaveTextContent('Não é transferência')
})

it('offers to create the card of a payment where there is none', () => {
  const between = { wallet: null, joins: null, newCard: 'Nubank', origin: 'text' } as const
  shown({ paysBill: true, isTicked: false, state: 'other_side', between })
  expect(screen.getByText(/^Pagamento de fatura: as compras do cartão já são a despesa\./)).toBeVisible()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'new-card' } })
  expect(onNewCard).toHaveBeenCalledWith(expect.objectContaining({ key: 'k1' }))
})
