import { render, screen } from '@testing-library/react'
import { aTransaction } from '../../data/test-fixtures'
import { Category } from './status'

it('marks a transaction with a note behind its category', () => {
  const { container, rerender } = render(<Category transaction={aTransaction({ note: 'Três andares' })} mark={undefined} />)
  expect(container).toHaveTextContent('Vendas, com observação')
  rerender(<Category transaction={aTransaction()} mark={undefined} />)
  expect(container).toHaveTextContent('Vendas')
  expect(screen.queryByText(', com observação')).not.toBeInTheDocument()
})
