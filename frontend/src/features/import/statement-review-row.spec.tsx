import { fireEvent, render, screen } from '@testing-library/react'
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
  category: null,
  state: 'new',
  isTicked: true,
  paysBill: false,
  isPlanned: false,
  mayPay: null,
  other: null,
}

const onChange = jest.fn()
const shown = (about: Partial<ReviewLine> = {}) =>
  render(
    <StatementReviewRow
      index={0}
      rowProps={() => ({})}
      line={{ ...line, ...about }}
      used={[]}
      alikeCount={0}
      onChange={onChange}
      onFileLike={() => undefined}
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
