import { act, render, screen } from '@testing-library/react'
import GoalForm from './goal-form'
import { emptyValues } from './goal-form-values'

const nothing = () => undefined
const shown = () =>
  render(<GoalForm name="goal" heading="Nova meta" initial={emptyValues} onSave={nothing} onCancel={nothing} onLeave={nothing} />)
/** Until what a form does once it is drawn was done. */
const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))

beforeAll(() => {
  Element.prototype.scrollIntoView = nothing
})

it('begins at the title', async () => {
  shown()
  await drawn()
  expect(screen.getByLabelText('Título')).toHaveFocus()
})

it('takes the focus from nobody who types in another field already', async () => {
  shown()
  const amount = screen.getByLabelText('Valor da meta')
  amount.focus()
  await drawn()
  expect(amount).toHaveFocus()
})
