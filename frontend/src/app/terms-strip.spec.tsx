import 'fake-indexeddb/auto'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { User } from '@prumo/shared/identity'
import { TERMS_VERSION, termsInWords } from '@prumo/shared/terms'
import { Account, AccountProvider } from '../data/account'
import { beginSession, session } from '../lib/session'
import { TermsStrip } from './strips'

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

/** Renders the strip for a signed-in user; the server answers with `answer`. */
function show(user: User, answer: () => Promise<unknown>) {
  account.client.clear()
  beginSession('token', user, false)
  jest.spyOn(account, 'get').mockImplementation(answer)
  const send = jest.spyOn(account, 'send').mockImplementation(answer)
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <TermsStrip />
      </QueryClientProvider>
    </AccountProvider>,
  )
  return send
}

it('is empty if the terms in force were accepted', () => {
  show(ana, async () => ({ user: ana }))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('announces terms that are not in force yet', async () => {
  jest.useFakeTimers({ now: Date.parse(`${TERMS_VERSION}T12:00:00Z`) - 30 * 86_400_000, doNotFake: ['setTimeout', 'clearTimeout'] })
  show(before, async () => ({ user: before }))
  expect(await screen.findByText('Os termos de uso vão mudar.')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent(`Os termos de uso vão mudar. Valem a partir de ${termsInWords(TERMS_VERSION)}.`)
  jest.useRealTimers()
})

it('asks for the acceptance of newer terms, and disappears with it', async () => {
  const send = show(before, async () => ({ user: before }))
  expect(await screen.findByText(/^Os termos de uso (vão mudar|mudaram)\.$/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Ler os termos' })).toHaveAttribute('href', '/terms')
  send.mockResolvedValue({ user: ana })
  fireEvent.click(screen.getByRole('button', { name: 'Aceitar' }))
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ path: '/auth/terms', body: { version: TERMS_VERSION } }))
  expect(session().user?.acceptedTerms?.version).toBe(TERMS_VERSION)
})

it('shows why the acceptance could not be sent, and stays', async () => {
  const send = show(before, async () => ({ user: before }))
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  fireEvent.click(await screen.findByRole('button', { name: 'Aceitar' }))
  await waitFor(() => expect(screen.getByText(/^Os termos de uso/).parentElement).not.toHaveTextContent('Valem a partir'))
  expect(screen.getByRole('button', { name: 'Aceitar' })).not.toHaveAttribute('aria-disabled')
})
