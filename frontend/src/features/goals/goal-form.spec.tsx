import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import { Account, AccountProvider } from '../../data/account'
import GoalForm from './goal-form'
import { emptyValues } from './goal-form-values'

const nothing = () => undefined
const shown = () =>
  render(
    <AccountProvider value={account}>
      <GoalForm name="goal" heading="Nova meta" initial={emptyValues} onSave={nothing} onCancel={nothing} />
    </AccountProvider>,
  )
/** Waits for what the form does after it is rendered. */
const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))

let account: Account
beforeAll(async () => {
  account = await Account.open('ana')
  Element.prototype.scrollIntoView = nothing
})
afterAll(() => account.close())

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
