import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { saveArrival, type Arrival } from '../../lib/arrival'
import { endSession } from '../../lib/session'
import { PageNavigateContext } from '../../lib/page-navigate'
import { Component as LoginPage } from './login-page'

const user = { id: '1', name: 'Marina Duarte', email: 'marina@example.com' }

let visited: string[]

function visit(arrival?: Arrival) {
  visited = []
  if (arrival) saveArrival(arrival)
  render(
    <PageNavigateContext value={(address) => void visited.push(address)}>
      <LoginPage />
    </PageNavigateContext>,
  )
}

function server(status: number, body: unknown) {
  global.fetch = jest.fn(async () => new Response(JSON.stringify(body), { status }))
}

async function enter(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('Email'), email)
  if (password) await userEvent.type(screen.getByLabelText('Senha'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

beforeEach(() => {
  endSession('signed-out')
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '')
})

describe('the login', () => {
  it.each([
    ['', '', 'Por favor, digite seu email'],
    ['marina', 'segredo', 'Por favor, digite um email válido'],
    ['marina@example.com', '', 'Por favor, digite sua senha'],
    ['marina@example.com', '12345', 'A senha deve ter pelo menos 6 caracteres'],
  ])('with "%s" and "%s" shows: %s', async (email, password, text) => {
    server(200, {})
    visit()
    await enter(email, password)
    expect(screen.getByText(text)).toBeInTheDocument()
    expect(global.fetch).not.toHaveBeenCalled()
  })

  it('shows a wrong password above the form', async () => {
    server(401, { error: 'Email ou senha incorretos. Verifique seus dados e tente novamente.', code: 'UNAUTHENTICATED' })
    visit()
    await enter('marina@example.com', 'errada123')
    expect(await screen.findByRole('alert')).toHaveTextContent('Email ou senha incorretos. Verifique seus dados e tente novamente.')
  })

  it('has a text of its own for server errors', async () => {
    server(500, { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' })
    visit()
    await enter('marina@example.com', 'segredo')
    expect(await screen.findByRole('alert')).toHaveTextContent('Erro ao fazer login. Tente novamente em alguns instantes.')
  })

  it('reports a server that it cannot reach as such', async () => {
    global.fetch = jest.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
    visit()
    await enter('marina@example.com', 'segredo')
    expect(await screen.findByRole('alert')).toHaveTextContent('Erro de conexão. Verifique sua internet e tente novamente.')
  })

  it('redirects to the original page after half a second', async () => {
    server(200, { token: 't', user })
    visit({ from: '/dashboard/transactions?nova=1' })
    await enter('marina@example.com', 'segredo')
    expect(visited).toEqual([])
    await waitFor(() => expect(visited).toEqual(['/dashboard/transactions?nova=1']), { timeout: 2_000 })
    expect(sessionStorage.getItem('prumo:token')).toBe('t')
  })

  it('sends the choice to remember the device', async () => {
    server(200, { token: 't', user })
    visit()
    await userEvent.click(screen.getByLabelText('Lembrar de mim'))
    await enter('marina@example.com', 'segredo')
    await waitFor(() => expect(visited).toEqual(['/dashboard']))
    expect(localStorage.getItem('prumo:token')).toBe('t')
    expect(JSON.parse(jest.mocked(global.fetch).mock.calls[0]?.[1]?.body as string)).toMatchObject({ rememberMe: true })
  })

  it('sends fields that a password manager filled without an event', async () => {
    server(200, { token: 't', user })
    visit()
    screen.getByLabelText<HTMLInputElement>('Email').value = 'marina@example.com'
    screen.getByLabelText<HTMLInputElement>('Senha').value = 'segredo'
    await userEvent.click(screen.getByLabelText('Lembrar de mim'))
    await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
    expect(JSON.parse(jest.mocked(global.fetch).mock.calls[0]?.[1]?.body as string)).toMatchObject({
      email: 'marina@example.com',
      password: 'segredo',
    })
  })

  it('says what to do instead when the device refuses a passkey at once', async () => {
    const refuse = jest.fn().mockRejectedValue(new DOMException('The operation is not allowed.', 'NotAllowedError'))
    Object.assign(window, { PublicKeyCredential: jest.fn() })
    Object.defineProperty(navigator, 'credentials', { value: { get: refuse }, configurable: true })
    server(200, { challenge: 'AAAA', rpId: 'localhost' })
    visit()
    await userEvent.click(screen.getByRole('button', { name: 'Entrar com chave de acesso' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(passkeyTexts.notReleased)
    expect(screen.getByRole('button', { name: 'Entrar com chave de acesso' })).toBeEnabled()
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })

  it('toggles the password with a labelled button', async () => {
    visit()
    await userEvent.type(screen.getByLabelText('Senha'), 'segredo')
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar a senha' }))
    expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Ocultar a senha' }))
    expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'password')
  })

  it('explains an expired session', () => {
    visit({ from: '/dashboard', expired: true })
    expect(screen.getByRole('status')).toHaveTextContent('Sessão expirada. Faça login novamente.')
  })

  it('redirects a person who is signed in', async () => {
    server(200, { token: 't', user })
    visit()
    await enter('marina@example.com', 'segredo')
    await waitFor(() => expect(visited).toEqual(['/dashboard']))
    cleanup()
    visit()
    await waitFor(() => expect(visited).toEqual(['/dashboard']))
  })
})
