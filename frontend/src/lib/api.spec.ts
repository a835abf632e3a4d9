import type { User } from '@prumo/shared/identity'

const user = { id: '1', name: 'Marina', email: 'marina@example.com' } as User

async function fresh() {
  jest.resetModules()
  return { ...(await import('./api')), ...(await import('./session')) }
}

function answer(status: number, body?: unknown): void {
  global.fetch = jest.fn(async () => new Response(body === undefined ? null : JSON.stringify(body), { status }))
}

function sentRequest(): { url: string; init: RequestInit & { headers: Record<string, string> } } {
  const [url, init] = jest.mocked(global.fetch).mock.calls[0] as [string, RequestInit & { headers: Record<string, string> }]
  return { url, init }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a read', () => {
  it('requests under /api with its parameters, without undefined ones', async () => {
    const { get } = await fresh()
    answer(200, { transactions: [] })
    await get('/transactions', { month: '2026-11', search: undefined, limit: 5 })
    expect(sentRequest().url).toBe('/api/transactions?month=2026-11&limit=5')
  })

  it('carries the token of the session', async () => {
    const { get, beginSession } = await fresh()
    beginSession('the-token', user, false)
    answer(200, {})
    await get('/transactions')
    expect(sentRequest().init.headers).toMatchObject({ Authorization: 'Bearer the-token' })
  })
})

describe('an answer', () => {
  it.each([202, 204])('of status %i without a body is undefined', async (status) => {
    const { submit } = await fresh()
    answer(status)
    await expect(submit('/auth/forgot-password', {})).resolves.toBeUndefined()
  })

  it('that is interrupted is a connection error', async () => {
    const { get } = await fresh()
    global.fetch = jest.fn(async () => new Response('{"transactions": [', { status: 200 }))
    await expect(get('/transactions')).rejects.toMatchObject({ code: 'NETWORK' })
  })
})

describe('a refusal', () => {
  it('has the text of the server, with its code and fields', async () => {
    const { get } = await fresh()
    answer(400, { error: 'Digite uma descrição', code: 'VALIDATION', fields: { description: ['Digite uma descrição'] } })
    await expect(get('/transactions')).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'Digite uma descrição',
      fields: { description: ['Digite uma descrição'] },
    })
  })

  it.each([
    [401, 'UNAUTHENTICATED', 'Sessão expirada. Faça login novamente.'],
    [403, 'SUBSCRIPTION_REQUIRED', 'Acesso negado.'],
    [404, 'NOT_FOUND', 'Recurso não encontrado.'],
    [500, 'INTERNAL', 'Erro interno do servidor. Tente novamente mais tarde.'],
    [502, 'UNAVAILABLE', 'Serviço temporariamente indisponível. Tente novamente em alguns minutos.'],
    [418, 'INTERNAL', 'Erro desconhecido. Tente novamente.'],
  ])('of status %i without a body has the text of the catalogue', async (status, code, text) => {
    const { get } = await fresh()
    answer(status)
    await expect(get('/transactions')).rejects.toMatchObject({ status, code, message: text })
  })

  it('is a connection error if no answer arrives', async () => {
    const { get } = await fresh()
    global.fetch = jest.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(get('/transactions')).rejects.toMatchObject({
      status: 0,
      code: 'NETWORK',
      message: 'Erro de conexão. Verifique sua internet e tente novamente.',
    })
  })
})

describe('a 401', () => {
  it('ends the session', async () => {
    const { get, beginSession, session } = await fresh()
    beginSession('old', user, true)
    answer(401)
    await expect(get('/transactions')).rejects.toThrow('Sessão expirada')
    expect(session()).toMatchObject({ status: 'signed-out', end: 'expired' })
    expect(localStorage.getItem('prumo:token')).toBeNull()
  })

  it('to a login does not end a session', async () => {
    const { submit, session } = await fresh()
    answer(401, { error: 'Email ou senha incorretos. Verifique seus dados e tente novamente.', code: 'UNAUTHENTICATED' })
    await expect(submit('/auth/login', {})).rejects.toThrow('Email ou senha incorretos')
    expect(session()).not.toHaveProperty('end')
  })

  it('to the token of a former session leaves the present one alone', async () => {
    const { get, beginSession, session } = await fresh()
    beginSession('former', user, false)
    global.fetch = jest.fn(async () => {
      beginSession('present', user, false)
      return new Response(null, { status: 401 })
    })
    await expect(get('/transactions')).rejects.toThrow('Sessão expirada')
    expect(session()).toMatchObject({ status: 'signed-in', token: 'present' })
  })
})
