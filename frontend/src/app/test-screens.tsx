import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import type { ComponentType } from 'react'
import type { User } from '@prumo/shared/identity'
import { Account, AccountProvider } from '../data/account'
import { REVIEW_SCREEN } from '../data/screens'
import type { TestApi } from '../data/test-api'
import { NOW } from '../data/test-server'
import ParkedPanel from '../features/outbox/parked-panel'
import { Component as ReviewPage } from '../features/outbox/review-page'
import { beginSession, endSession, type SessionUser } from '../lib/session'
import { LinkContext, type LinkProps } from '../ui/link'

/** The person whose account a `TestServer` has; no new one, who would see the first steps. */
const person = {
  id: 'a',
  name: 'Ana',
  email: 'ana@example.com',
  businessName: 'Doces da Ana',
  createdAt: '2026-01-05T12:00:00.000Z',
} as User

/** All but the date. */
const REAL_TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'nextTick',
  'queueMicrotask',
  'performance',
  'hrtime',
] as const

let close: () => void = () => undefined

/**
 * Opens an address of the app against an API, on the day of the test server: the screen, the panel of refused commands and the
 * screen that reviews them.
 * @param others further screens by path, to which the first one leads
 * @param about what differs of the person
 */
export async function openScreen(
  api: TestApi,
  address: string,
  Screen: ComponentType,
  others: Readonly<Record<string, ComponentType>> = {},
  about: Partial<SessionUser> = {},
): Promise<Account> {
  jest.useFakeTimers({ now: Date.parse(NOW), doNotFake: [...REAL_TIMERS] })
  jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { fetch } = globalThis
  globalThis.fetch = api.fetch as never
  beginSession('token', { ...person, ...about }, false)
  const account = await Account.open(about.id ?? person.id)
  account.start()
  const routes = [
    {
      element: <Frame />,
      children: [
        { path: new URL(address, 'http://app').pathname, element: <Screen /> },
        { path: REVIEW_SCREEN, element: <ReviewPage /> },
        ...Object.entries(others).map(([path, Other]) => ({ path, element: <Other /> })),
      ],
    },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const { unmount } = render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MantineProvider env="test">
          <RouterProvider router={router} useTransitions={false} />
        </MantineProvider>
      </QueryClientProvider>
    </AccountProvider>,
  )
  close = () => {
    unmount()
    account.close()
    globalThis.fetch = fetch
    window.scrollY = 0
  }
  return account
}

/** For `afterEach` of a spec that opens screens. */
export function closeScreen(): void {
  close()
  close = () => undefined
  endSession('signed-out')
  sessionStorage.clear()
  localStorage.clear()
  jest.useRealTimers()
  jest.restoreAllMocks()
}

const renderLink = (link: LinkProps) => <Link {...link} />

function Frame() {
  return (
    <LinkContext value={renderLink}>
      <main>
        <Outlet />
      </main>
      {useLocation().pathname !== REVIEW_SCREEN && <ParkedPanel sent={0} />}
    </LinkContext>
  )
}

/** Refetches everything, as after a live change or a reload. */
export async function refresh(account: Account): Promise<void> {
  await act(() => account.client.invalidateQueries())
}

export function press(scope: HTMLElement, name: string | RegExp): void {
  fireEvent.click(within(scope).getByRole('button', { name }))
}

export function type(scope: HTMLElement, label: string, value: string): void {
  fireEvent.change(within(scope).getByLabelText(label), { target: { value } })
}

/** The panel of refused commands. */
export function refusals(): Promise<HTMLElement> {
  return screen.findByRole('region', { name: 'Não aceitos' })
}

/** Follows the link of the panel of refused commands. @returns the screen that reviews them */
export async function review(): Promise<HTMLElement> {
  fireEvent.click(within(await refusals()).getByRole('link', { name: 'Revisar' }))
  await screen.findByRole('heading', { level: 1, name: 'Revisar' })
  return screen.getByRole('main')
}

/** Expects the note about outdated data, once, and that a retry on a recovered server removes it. */
export async function expectOutdatedUntilRetry(api: TestApi): Promise<void> {
  const note = await screen.findByText(/^Não conseguimos atualizar\. Dados da conta até as 9h00 de hoje\.$/)
  api.recover()
  press(note.closest('[role]') ?? screen.getByRole('main'), 'Tentar de novo')
  await waitFor(() => expect(note).not.toBeInTheDocument())
}
