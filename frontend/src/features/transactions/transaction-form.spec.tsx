import { act, fireEvent, render, screen } from '@testing-library/react'
import { today } from '../../lib/dates'
import { emptyValues } from './transaction-form-values'
import { TransactionForm } from './transaction-form'

it('saves once, however often its button is tapped while it leaves', async () => {
  const saved = jest.fn()
  render(
    <TransactionForm
      name="transaction"
      initial={{ ...emptyValues('2026-11-20'), amount: '10,00', description: 'Venda' }}
      onSave={saved}
      onClose={() => undefined}
    />,
  )
  const button = screen.getByRole('button', { name: 'Salvar' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await act(async () => fireEvent.click(button))
  expect(saved).toHaveBeenCalledTimes(1)
})

it('offers scheduling for today, unticked', async () => {
  const saved = jest.fn()
  render(
    <TransactionForm
      name="transaction"
      initial={{ ...emptyValues(today()), amount: '10,00', description: 'Venda' }}
      onSave={saved}
      onClose={() => undefined}
    />,
  )
  const scheduling = screen.getByRole('checkbox', { name: 'Agendar' })
  expect(scheduling).not.toBeChecked()
  await act(async () => fireEvent.click(scheduling))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ date: today(), isScheduled: true }))
})
