import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { User } from '@prumo/shared/identity'
import { Account, AccountProvider } from '../data/account'
import { recordUnreachable, recordReachable } from '../data/connection'
import { storageKeys } from '../lib/device-storage'
import { beginSession, refreshUser, session } from '../lib/session'
import { EmailStrip } from './email-strip'

const ana: User = {
  id: '0190d3a0-0000-7000-8000-000000000001',
  name: 'Ana Souza',
  email: 'ana@exemplo.com',
  emailVerified: false,
  businessName: 'Ateliê Ana',
  businessType: 'Serviços',
  monthlyIncome: 0,
  mainDifficulties: [],
  createdAt: '2026-11-20T15:00:00.000Z',
  acceptedTerms: null,
}

let account: Account
beforeAll(async () => void (account = await Account.open(ana.id)))
afterAll(() => account.close())
beforeEach(() => localStorage.clear())
const strip = () => screen.getByRole('status')

/** Renders the strip for a signed-in user; the server answers with `serverUser`. */
function show(user: User, serverUser: User) {
  account.client.clear()
  beginSession('token', user, false)
  const get = jest.spyOn(account, 'get').mockResolvedValue({ user: serverUser })
  const send = jest.spyOn(account, 'send').mockResolvedValue({})
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <EmailStrip />
      </QueryClientProvider>
    </AccountProvider>,
  )
  return { get, send }
}

it('is empty and makes no request once the e-mail is confirmed', () => {
  const { get } = show({ ...ana, emailVerified: true }, ana)
  expect(strip()).toBeEmptyDOMElement()
  expect(get).not.toHaveBeenCalled()
})

it('stays until the e-mail is confirmed, also on another device, and sends the link again', async () => {
  const { send } = show(ana, ana)
  expect(await screen.findByText('Confirme seu email.')).toBeInTheDocument()
  expect(strip()).toHaveTextContent('Abra o link enviado a ana@exemplo.com.')
  fireEvent.click(screen.getByRole('button', { name: 'Reenviar link' }))
  await waitFor(() => expect(strip()).toHaveTextContent('Link enviado. Se não chegar, confira a caixa de spam.'))
  expect(send).toHaveBeenCalledWith({ method: 'POST', path: '/auth/verify-email' })
  act(() => refreshUser({ ...ana, emailVerified: true }))
  expect(strip()).toBeEmptyDOMElement()
})

it('disappears if the server has the e-mail as confirmed at the start', async () => {
  show(ana, { ...ana, emailVerified: true })
  await waitFor(() => expect(strip()).toBeEmptyDOMElement())
  expect(session().user?.emailVerified).toBe(true)
})

it('shows why the link could not be sent, and stays', async () => {
  const { send } = show(ana, ana)
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  fireEvent.click(await screen.findByRole('button', { name: 'Reenviar link' }))
  await waitFor(() => expect(strip()).not.toHaveTextContent('Abra o link'))
  expect(screen.getByRole('button', { name: 'Reenviar link' })).not.toHaveAttribute('aria-disabled')
})

it('is empty without a connection', async () => {
  show(ana, ana)
  expect(await screen.findByText('Confirme seu email.')).toBeInTheDocument()
  // The probe gets no answer either.
  global.fetch = jest.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  act(() => recordUnreachable())
  await waitFor(() => expect(strip()).toBeEmptyDOMElement())
  act(() => recordReachable())
  expect(strip()).not.toBeEmptyDOMElement()
})

it('stays away for a day once it was put away', async () => {
  const yesterday = '2026-11-19'
  show(ana, ana)
  fireEvent.click(await screen.findByRole('button', { name: 'Agora não' }))
  expect(strip()).toBeEmptyDOMElement()
  cleanup()
  show(ana, ana)
  expect(strip()).toBeEmptyDOMElement()
  cleanup()
  localStorage.setItem(storageKeys.emailStrip, yesterday)
  show(ana, ana)
  expect(strip()).not.toBeEmptyDOMElement()
})
