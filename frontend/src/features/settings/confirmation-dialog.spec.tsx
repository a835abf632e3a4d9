import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { User } from '@prumo/shared/identity'
import { Account, AccountProvider } from '../../data/account'
import { beginSession } from '../../lib/session'
import ConfirmationDialog from './confirmation-dialog'

const ana = { id: '0190d3a0-0000-7000-8000-000000000001', email: 'ana@exemplo.com' } as User

let account: Account
beforeAll(async () => void (account = await Account.open(ana.id)))
afterAll(() => account.close())

it('focuses the password field, not the button that reveals it', async () => {
  beginSession('token', ana, false)
  jest.spyOn(account, 'get').mockResolvedValue({ passkeys: [] })
  const dialog = <ConfirmationDialog lead="Confirme com sua senha." open onClose={() => undefined} onConfirmed={() => undefined} />
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MantineProvider env="test">
          <RouterProvider router={createMemoryRouter([{ path: '/', element: dialog }])} />
        </MantineProvider>
      </QueryClientProvider>
    </AccountProvider>,
  )
  const field = await screen.findByLabelText('Sua senha')
  await waitFor(() => expect(field).toHaveFocus())
})
