import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { storedCommand } from '../../data/test-fixtures'
import { openStore } from '../../data/sync/device-store'
import { addTask } from '../../data/task-commands'
import { beginSession, beginVisit, endSession, type SessionUser } from '../../lib/session'
import { PageNavigateContext } from '../../lib/page-navigate'
import { Component as PlansPage } from './plans-page'

const user = { id: '1', name: 'Marina Duarte', email: 'marina@example.com' }
const onSale = ['1mes', '3meses', '1ano'].map((id) => ({ id, priceId: `price_${id}` }))
let visited: string[]

/** Answers by path; other paths fail. */
/** The end of a current period. */
const LATER = Date.now() / 1000 + 86_400

function server(answers: Record<string, [status: number, body: unknown]>) {
  global.fetch = jest.fn(async (path: RequestInfo | URL) => {
    const [status, body] = answers[(path as string).replace('/api', '')] ?? [500, {}]
    return new Response(JSON.stringify(body), { status })
  })
}

function open(query = '') {
  visited = []
  window.history.replaceState(null, '', `/plans${query}`)
  render(
    <PageNavigateContext value={(address) => void visited.push(address)}>
      <PlansPage />
    </PageNavigateContext>,
  )
}

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
const storedPlan = () => JSON.parse(localStorage.getItem('prumo:plan') ?? 'null') as object | null

beforeEach(() => {
  endSession('signed-out')
  localStorage.clear()
  sessionStorage.clear()
  server({ '/plans': [200, { plans: onSale }] })
})
afterAll(() => window.history.replaceState(null, '', '/'))

it('preselects three months, and takes the chosen plan to registration', async () => {
  open()
  expect(screen.getByRole('radio', { name: /3 meses/ })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: /1 ano/ }))
  expect(screen.getByText('Cobrado hoje e a cada ano')).toBeInTheDocument()
  await proceed()
  await waitFor(() => expect(visited).toEqual(['/register']))
  expect(storedPlan()).toMatchObject({ id: '1ano', plano: '1ano', price: 29_700 })
})

it('preselects the plan from the URL or the device, if it exists', () => {
  open('?plano=1mes')
  expect(screen.getByRole('radio', { name: /1 mês/ })).toBeChecked()
})

it.each([
  ['?canceled=true', 'Pagamento cancelado. Você pode tentar novamente quando quiser.'],
  ['?error=true', 'Houve um erro no pagamento. Tente novamente ou entre em contato conosco.'],
])('with %s shows a notice above the plans', (query, text) => {
  open(query)
  expect(screen.getByRole('alert')).toHaveTextContent(text)
})

it('reports a plan that is not on sale', async () => {
  open('?plano=3anos')
  await proceed()
  expect(await screen.findByRole('alert')).toHaveTextContent('Plano não disponível no momento. Por favor, escolha outro plano.')
  expect(visited).toEqual([])
})

describe('a signed-in person', () => {
  beforeEach(() => beginSession('t', user as never, false))

  it('with a subscription is redirected to the app', async () => {
    server({ '/subscriptions/status': [200, { subscription: { status: 'trialing', currentPeriodEnd: LATER } }] })
    open()
    await waitFor(() => expect(visited).toEqual(['/dashboard']))
  })

  it('is redirected as soon as the payment arrives', async () => {
    jest.useFakeTimers()
    server({ '/subscriptions/status': [200, { subscription: { status: 'past_due' } }] })
    open()
    expect(await screen.findByText('Sua assinatura está cancelada ou vencida.')).toBeInTheDocument()
    server({ '/subscriptions/status': [200, { subscription: { status: 'active', currentPeriodEnd: LATER } }] })
    await jest.advanceTimersByTimeAsync(10_000)
    jest.useRealTimers()
    expect(visited).toEqual(['/dashboard'])
  })

  it('whose subscription state is outdated is not redirected in a loop', async () => {
    server({ '/subscriptions/status': [200, { subscription: { status: 'active', currentPeriodEnd: LATER - 9 * 86_400 } }] })
    open()
    expect(await screen.findByText('Sua assinatura está cancelada ou vencida.')).toBeInTheDocument()
    expect(visited).toEqual([])
  })

  it('whose session has expired is redirected to the login, which gives the reason', async () => {
    server({ '/subscriptions/status': [401, {}] })
    open()
    await waitFor(() => expect(visited).toEqual(['/login']))
    expect(JSON.parse(sessionStorage.getItem('prumo:arrival') ?? '{}')).toEqual({ from: '/plans', expired: true })
  })

  it('is redirected to the payment page', async () => {
    server({
      '/plans': [200, { plans: onSale }],
      '/subscriptions/status': [200, { subscription: { status: 'other', subscriptionId: null } }],
      '/subscriptions/checkout': [200, { url: 'https://pagar.exemplo/1' }],
    })
    open()
    await proceed()
    await waitFor(() => expect(visited).toEqual(['https://pagar.exemplo/1']))
    const [, request] = jest.mocked(global.fetch).mock.calls.find(([path]) => path === '/api/subscriptions/checkout') ?? []
    expect(JSON.parse(request?.body as string)).toEqual({
      priceId: 'price_3meses',
      successUrl: 'http://localhost/dashboard?welcome=true&payment=success&session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://localhost/plans?canceled=true',
      mode: 'subscription',
    })
  })

  it('sees an error when the payment response has no URL', async () => {
    server({ '/plans': [200, { plans: onSale }], '/subscriptions/checkout': [200, {}] })
    open()
    await proceed()
    expect(await screen.findByRole('alert')).toHaveTextContent('URL de checkout não recebida')
  })

  it('whose session expires at the payment is redirected to the login, which gives the reason', async () => {
    server({ '/plans': [200, { plans: onSale }], '/subscriptions/checkout': [401, {}] })
    open()
    await proceed()
    await waitFor(() => expect(visited).toEqual(['/login']))
    expect(JSON.parse(sessionStorage.getItem('prumo:arrival') ?? '{}')).toEqual({
      from: '/plans',
      problem: 'Erro de autenticação. Tente novamente.',
    })
  })

  it('and past due can change the card and download the data', async () => {
    server({
      '/subscriptions/status': [200, { subscription: { status: 'past_due' } }],
      '/subscriptions/portal': [200, { url: 'https://portal.exemplo/1' }],
    })
    open()
    expect(await screen.findByText('Sua assinatura está cancelada ou vencida.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Exportar meus dados' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Atualizar cartão' }))
    await waitFor(() => expect(visited).toEqual(['https://portal.exemplo/1']))
  })

  it('and past due reaches the card of the current plan by "Continuar"', async () => {
    server({
      '/subscriptions/status': [200, { subscription: { status: 'past_due', planId: '1ano' } }],
      '/subscriptions/portal': [200, { url: 'https://portal.exemplo/1' }],
    })
    open()
    expect(await screen.findByText(/continue para atualizar o cartão/)).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: /1 ano/ })).toBeChecked()
    expect(screen.getByRole('radio', { name: /3 meses/ })).toBeDisabled()
    await proceed()
    await waitFor(() => expect(visited).toEqual(['https://portal.exemplo/1']))
  })

  it('and paused reaches Stripe, and can download the data', async () => {
    server({
      '/subscriptions/status': [200, { subscription: { status: 'other', subscriptionId: 'sub_1', planId: '1ano' } }],
      '/subscriptions/portal': [200, { url: 'https://portal.exemplo/1' }],
    })
    open()
    expect(await screen.findByText('Sua assinatura está parada.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Exportar meus dados' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Abrir o painel' })).not.toBeInTheDocument()
    expect(screen.getByRole('radio', { name: /1 ano/ })).toBeChecked()
    expect(screen.getByRole('radio', { name: /3 meses/ })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Abrir a Stripe' }))
    await waitFor(() => expect(visited).toEqual(['https://portal.exemplo/1']))
    await proceed()
    await waitFor(() => expect(visited).toEqual(['https://portal.exemplo/1', 'https://portal.exemplo/1']))
  })

  it('and new sees no notice, and may open the app', async () => {
    server({ '/subscriptions/status': [200, { subscription: { status: 'other', subscriptionId: null } }] })
    open()
    await waitFor(() => expect(global.fetch).toHaveBeenCalled())
    expect(await screen.findByRole('link', { name: 'Abrir o painel' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Exportar meus dados' })).not.toBeInTheDocument()
  })

  it('waits for the download as long as the settings do', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout')
    server({ '/subscriptions/status': [200, { subscription: { status: 'canceled' } }] })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Exportar meus dados' }))
    expect(global.fetch).toHaveBeenLastCalledWith('/api/data/export', expect.anything())
    expect(timeout).toHaveBeenLastCalledWith(120_000)
  })

  describe('signs out', () => {
    const item = {
      position: 1,
      command: storedCommand(addTask({ title: 'Pagar o DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })),
      attempts: 0,
      isUncertain: false,
    } as const
    const done = { ...item, status: { is: 'done', log: 'l', seq: 1, before: null, after: null } } as const
    const out = () => screen.getByRole('button', { name: 'Sair' })

    /** The data left on the device, as the next visitor finds it. */
    async function storedData(): Promise<unknown> {
      const store = await openStore(user.id)
      const here = [...(await store.queue()), ...(await store.answers())]
      store.close()
      return here
    }

    beforeEach(async () => {
      server({ '/subscriptions/status': [200, { subscription: { status: 'canceled' } }], '/auth/logout': [204, null] })
      const store = await openStore(user.id)
      await store.clear()
      await store.putAnswer({ hash: 'h', key: ['task'], data: [], log: 'l', seq: 1, fetchedAt: 1, release: 'r' })
      store.close()
    })

    it('and leaves no data of the account on the device', async () => {
      const store = await openStore(user.id)
      await store.add(done)
      store.close()
      open()
      await screen.findByText('Sua assinatura está cancelada ou vencida.')
      expect(screen.queryByRole('link', { name: 'Abrir o painel' })).not.toBeInTheDocument()
      await userEvent.click(out())
      await waitFor(() => expect(visited).toEqual(['/login']))
      expect(jest.mocked(global.fetch).mock.calls.map(([path]) => path)).toContain('/api/auth/logout')
      expect(sessionStorage.getItem('prumo:token')).toBeNull()
      expect(await storedData()).toEqual([])
    })

    it('but confirms first when unsent commands would be lost', async () => {
      const store = await openStore(user.id)
      await store.add({ ...item, status: { is: 'waiting' } })
      store.close()
      open()
      await userEvent.click(out())
      const question = await screen.findByText('Sair e perder 1 lançamento?')
      expect(screen.getByRole('button', { name: 'Ficar' })).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      expect(question).not.toBeInTheDocument()
      expect(out()).toHaveFocus()
      expect(visited).toEqual([])
      expect(await storedData()).toHaveLength(2)

      await userEvent.click(out())
      await userEvent.click(await screen.findByRole('button', { name: 'Sair e apagar' }))
      await waitFor(() => expect(visited).toEqual(['/login']))
      expect(await storedData()).toEqual([])
    })

    it('a guest, and leaves what the account’s own person keeps on the device', async () => {
      const store = await openStore(user.id)
      await store.add({ ...item, status: { is: 'waiting' } })
      store.close()
      const visit = { grantId: '7', ownerName: 'Marina', until: null, endsAt: '2026-11-28T00:00:00.000Z', grants: [] }
      const guest: Partial<SessionUser> = { ...user, name: 'Ana', email: '', visit }
      beginVisit('visit', guest as SessionUser)
      open()
      await userEvent.click(out())
      await waitFor(() => expect(visited).toEqual(['/login']))
      expect(await storedData()).toHaveLength(2)
    })
  })
})
