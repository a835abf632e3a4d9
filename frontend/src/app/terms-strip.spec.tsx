import 'fake-indexeddb/auto'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { User } from '@prumo/shared/identity'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { Account, AccountProvider } from '../data/account'
import { beginSession, session } from '../lib/session'
import TermsStrip from './terms-strip'

const ana: User = {
  id: '0190d3a0-0000-7000-8000-000000000001',
  name: 'Ana Souza',
  email: 'ana@exemplo.com',
  emailVerified: true,
  businessName: 'Ateliê Ana',
  businessType: 'Serviços',
  monthlyIncome: 0,
  mainDifficulties: [],
  createdAt: '2026-11-20T15:00:00.000Z',
  acceptedTerms: { version: TERMS_VERSION, acceptedAt: '2026-11-20T15:00:00.000Z' },
}
const before = { ...ana, acceptedTerms: { version: '2026-01-01', acceptedAt: '2026-11-20T15:00:00.000Z' } }

let account: Account
beforeAll(async () => void (account = await Account.open(ana.id)))
afterAll(() => account.close())

/** The strip of someone signed in as this user, at a server that answers so. */
function show(user: User, answer: () => Promise<unknown>) {
  account.client.clear()
  beginSession('token', user, false)
  jest.spyOn(account, 'get').mockImplementation(answer)
  const tell = jest.spyOn(account, 'send').mockImplementation(answer)
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <TermsStrip />
      </QueryClientProvider>
    </AccountProvider>,
  )
  return tell
}

it('says nothing to whoever accepted the terms in force', () => {
  show(ana, async () => ({ user: ana }))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('asks whoever accepted others, and is gone once they accept', async () => {
  const tell = show(before, async () => ({ user: before }))
  expect(await screen.findByText('Os termos de uso mudaram.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Ler os termos' })).toHaveAttribute('href', '/terms')
  tell.mockResolvedValue({ user: ana })
  fireEvent.click(screen.getByRole('button', { name: 'Aceitar' }))
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
  expect(tell).toHaveBeenCalledWith(expect.objectContaining({ path: '/auth/terms', body: { version: TERMS_VERSION } }))
  expect(session().user?.acceptedTerms?.version).toBe(TERMS_VERSION)
})

it('says why it could not be sent, and stays', async () => {
  const tell = show(before, async () => ({ user: before }))
  tell.mockRejectedValue(new TypeError('Failed to fetch'))
  fireEvent.click(await screen.findByRole('button', { name: 'Aceitar' }))
  await waitFor(() => expect(screen.getByText('Os termos de uso mudaram.').parentElement).not.toHaveTextContent('Valem desde'))
  expect(screen.getByRole('button', { name: 'Aceitar' })).not.toHaveAttribute('aria-disabled')
})
