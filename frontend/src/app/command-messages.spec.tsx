import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import { Account, AccountProvider } from '../data/account'
import { aTask } from '../data/test-fixtures'
import { deleteTask } from '../data/task-commands'
import { ToastRegion } from './toast-region'
import { useCommandMessages } from './command-messages'

function Messages() {
  useCommandMessages()
  return null
}

function Screens({ account }: { account: Account | null }) {
  return (
    <>
      {account && (
        <AccountProvider value={account}>
          <Messages />
        </AccountProvider>
      )}
      <ToastRegion />
    </>
  )
}

it('shows what was accepted until the account closes, and never to the next account', async () => {
  const [ana, bia] = [await Account.open('ana'), await Account.open('bia')]
  const { rerender } = render(<Screens account={ana} />)
  await act(async () => void (await ana.outbox.enqueue(deleteTask(aTask()))))
  expect(screen.getByRole('button', { name: 'Desfazer' })).toBeInTheDocument()
  rerender(<Screens account={null} />)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(<Screens account={bia} />)
  // Accepted after the account was closed.
  await act(async () => void (await ana.outbox.enqueue(deleteTask(aTask()))))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  ana.close()
  bia.close()
})
