import { act, fireEvent, render, screen } from '@testing-library/react'
import { emptyValues } from './form-values'
import { TransactionForm } from './transaction-form'

it('saves once, however often its button is tapped while it leaves', async () => {
  const saved = jest.fn()
  render(<TransactionForm initial={{ ...emptyValues('2026-11-20'), amount: '10,00', description: 'Venda' }} onSave={saved} onClose={() => undefined} />)
  const button = screen.getByRole('button', { name: 'Salvar' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await act(async () => fireEvent.click(button))
  expect(saved).toHaveBeenCalledTimes(1)
})
