import { fireEvent, render, screen } from '@testing-library/react'
import { useForm } from '../../lib/form'
import { RepeatFields, WhenFields } from './transaction-fields'
import { emptyValues, repeatDraftOf, type TransactionFormValues } from './transaction-form-values'

const field = () => ({
  name: '',
  value: '' as never,
  error: null,
  onChange: () => undefined,
  onBlur: () => undefined,
  ref: () => undefined,
})

const open = (count: number) => {
  const values: TransactionFormValues = { ...emptyValues('2026-11-20'), amount: '100,00', repeats: 'Parcelado', count }
  render(<RepeatFields field={field} values={values} />)
}

it.each([
  [2, '2 × R$\u00a050,00'],
  [3, '3 × R$\u00a033,34, 33,33, 33,33'],
  [6, '6 × R$\u00a016,67 a 16,66'],
  // More than the listed dates.
  [24, '24 × R$\u00a04,17 a 4,16'],
])('shows the amounts of %i instalments', (count, words) => {
  open(count)
  expect(screen.getByRole('group', { name: 'Parcelas' }).querySelector('small')?.textContent).toBe(words)
})

it('lists the first twelve dates, and the number of the rest', () => {
  open(24)
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  expect(screen.getByText('E mais 12.')).toBeInTheDocument()
})

it('begins at the first unpaid instalment, and keeps fewer paid than there are', () => {
  function Form() {
    const { field: bind, values } = useForm<TransactionFormValues>(
      { ...emptyValues('2026-11-20'), amount: '4.800,00', repeats: 'Parcelado' },
      {},
    )
    return (
      <>
        <RepeatFields field={bind} values={values} />
        <output>{JSON.stringify(repeatDraftOf(values))}</output>
      </>
    )
  }
  render(<Form />)
  const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  type('Parcelas', '48')
  type('Já pagas', '24')
  expect(screen.getByText('{"count":48,"firstNumber":25}')).toBeInTheDocument()
  expect(screen.getByText(/^24 × R\$\s100,00$/)).toBeInTheDocument()
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('25/48')
  // Out of range: ignored.
  type('Já pagas', '48')
  expect(screen.getByText('{"count":48,"firstNumber":25}')).toBeInTheDocument()
  type('Parcelas', '10')
  expect(screen.getByText('{"count":10,"firstNumber":10}')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Uma paga a mais' })).toBeDisabled()
})

it('searches a date while it is typed on one side, although half of it schedules the transaction', () => {
  jest.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), doNotFake: ['queueMicrotask'] })
  function Form() {
    const { field: bind, values } = useForm<TransactionFormValues>({ ...emptyValues('2026-11-27'), day: 'Outra data' }, {})
    return (
      <>
        <WhenFields field={bind} values={values} originallyScheduled={false} isAnswered={false} />
        <output>{`${values.date} ${values.isScheduled}`}</output>
      </>
    )
  }
  render(<Form />)
  const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Dia' }), { target: { value } })
  type('20/1')
  expect(screen.getByText('2027-01-20 true')).toBeInTheDocument()
  type('20/11')
  expect(screen.getByText('2026-11-20 false')).toBeInTheDocument()
  jest.useRealTimers()
})
