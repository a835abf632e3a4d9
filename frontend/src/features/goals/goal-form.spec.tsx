import { act, render, screen } from '@testing-library/react'
import GoalForm from './goal-form'
import { emptyValues } from './goal-form-values'

const nothing = () => undefined
const shown = () =>
  render(<GoalForm name="goal" heading="Nova meta" initial={emptyValues} onSave={nothing} onCancel={nothing} onLeave={nothing} />)
/** Waits for what the form does after it is rendered. */
const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))

beforeAll(() => {
  Element.prototype.scrollIntoView = nothing
})

it('focuses the title', async () => {
  shown()
  await drawn()
  expect(screen.getByLabelText('Título')).toHaveFocus()
})

it('leaves the focus in another field of the form', async () => {
  shown()
  const amount = screen.getByLabelText('Valor da meta')
  amount.focus()
  await drawn()
  expect(amount).toHaveFocus()
})
