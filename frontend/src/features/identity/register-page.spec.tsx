import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { endSession } from '../../lib/session'
import { PageNavigateContext } from '../../lib/page-navigate'
import { Component as RegisterPage } from './register-page'

const user = { id: '1', name: 'Marina Duarte', email: 'marina@example.com' }

let visited: string[]

function visit() {
  visited = []
  render(
    <PageNavigateContext value={(address) => void visited.push(address)}>
      <RegisterPage />
    </PageNavigateContext>,
  )
}

/** Answers the registration with this status. A payment can start unless `checkout` says otherwise. */
function server(status: number, body: unknown, checkout: [status: number, body: unknown] = [200, { url: 'https://pagar.exemplo/1' }]) {
  global.fetch = jest.fn(async (path: RequestInfo | URL) => {
    if (path === '/api/plans') return new Response(JSON.stringify({ plans: [{ id: '3meses', priceId: 'price_3meses' }] }))
    if (path === '/api/subscriptions/checkout') return new Response(JSON.stringify(checkout[1]), { status: checkout[0] })
    return new Response(JSON.stringify(body), { status })
  })
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Criar conta e ir para o pagamento' }))

/** Pastes the text, because typing is slow in tests. */
async function enter(label: string | RegExp, text: string) {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(text)
}

async function fill() {
  await enter('Nome completo', 'Marina Duarte')
  await enter('Email', 'marina@example.com')
  await enter('Senha', 'segredo')
  await enter('Confirme a senha', 'segredo')
  await enter('Nome do negócio', 'Doce Lar')
  await userEvent.selectOptions(screen.getByLabelText('Tipo do negócio'), 'Alimentação')
}

beforeEach(() => {
  endSession('signed-out')
  sessionStorage.clear()
  localStorage.clear()
  localStorage.setItem('prumo:plan', JSON.stringify({ plano: '3meses' }))
})

describe('the registration', () => {
  it('checks its fields in order, with one text each', async () => {
    visit()
    const steps: [label: string, typed: string, text: string][] = [
      ['Nome completo', ' ', 'Por favor, digite seu nome completo'],
      ['Nome completo', 'M', 'O nome deve ter pelo menos 2 caracteres'],
      ['Nome completo', 'Marina', ''],
      ['Email', '', 'Por favor, digite seu email'],
      ['Email', 'marina@casa', 'Por favor, digite um email válido'],
      ['Email', 'marina@example.com', ''],
      ['Senha', '', 'Por favor, digite uma senha'],
      ['Senha', '12345', 'A senha deve ter pelo menos 6 caracteres'],
      ['Senha', '123456', ''],
      ['Confirme a senha', '', 'Por favor, confirme sua senha'],
      ['Confirme a senha', '654321', 'As senhas não coincidem'],
      ['Confirme a senha', '123456', ''],
      ['Nome do negócio', '', 'Por favor, digite o nome do seu negócio'],
      ['Nome do negócio', 'Doce Lar', ''],
    ]
    for (const [label, typed, text] of steps) {
      const field = screen.getByLabelText(label)
      await userEvent.clear(field)
      await enter(label, typed)
      if (!text) continue
      await send()
      expect(field).toHaveAccessibleDescription(expect.stringContaining(text))
      expect(field).toHaveFocus()
    }
    await send()
    expect(screen.getByLabelText('Tipo do negócio')).toHaveAccessibleDescription('Por favor, selecione o tipo do seu negócio')
  })

  it('sends the fields of the contract, starts the session and opens the payment', async () => {
    server(201, { token: 't', user })
    visit()
    await fill()
    await enter(/Quanto entra por mês/, '12.500,50')
    await userEvent.click(screen.getByLabelText('Organização de gastos'))
    await send()
    await waitFor(() => expect(visited).toEqual(['https://pagar.exemplo/1']))
    expect(JSON.parse(jest.mocked(global.fetch).mock.calls[0]?.[1]?.body as string)).toEqual({
      name: 'Marina Duarte',
      email: 'marina@example.com',
      password: 'segredo',
      businessName: 'Doce Lar',
      businessType: 'Alimentação',
      monthlyIncome: 12500.5,
      mainDifficulties: ['Organização de gastos'],
    })
    expect(sessionStorage.getItem('prumo:token')).toBe('t')
    expect(Date.parse(sessionStorage.getItem('prumo:registered-at') ?? '')).not.toBeNaN()
  })

  it('prefills answers from the free analysis', async () => {
    localStorage.setItem('prumo:analysis', JSON.stringify({ monthlyRevenue: '5000-7500', mainProblems: ['control'] }))
    visit()
    expect(screen.getByLabelText(/Quanto entra por mês/)).toHaveValue('6.250,00')
    expect(screen.getByLabelText(/da sua análise/)).toHaveValue('6.250,00')
    expect(screen.getByLabelText('Controle de fluxo de caixa')).toBeChecked()
  })

  it('restores the input without passwords when the person returns with another plan', async () => {
    visit()
    await fill()
    await enter(/Quanto entra por mês/, '3.000,00')
    cleanup()
    localStorage.setItem('prumo:plan', JSON.stringify({ plano: '1ano' }))
    localStorage.setItem('prumo:analysis', JSON.stringify({ monthlyRevenue: '5000-7500', mainProblems: ['control'] }))
    visit()
    expect(screen.getByLabelText('Nome completo')).toHaveValue('Marina Duarte')
    expect(screen.getByLabelText('Email')).toHaveValue('marina@example.com')
    expect(screen.getByLabelText('Nome do negócio')).toHaveValue('Doce Lar')
    expect(screen.getByLabelText('Tipo do negócio')).toHaveValue('Alimentação')
    expect(screen.getByLabelText(/Quanto entra por mês/)).toHaveValue('3.000,00')
    expect(screen.getByLabelText('Controle de fluxo de caixa')).toBeChecked()
    expect(screen.getByLabelText('Senha')).toHaveValue('')
    expect(sessionStorage.getItem('prumo:registration')).not.toContain('segredo')
  })

  it('deletes the stored input once the account exists', async () => {
    server(201, { token: 't', user })
    visit()
    await fill()
    expect(sessionStorage.getItem('prumo:registration')).toContain('Doce Lar')
    await send()
    await waitFor(() => expect(visited).toEqual(['https://pagar.exemplo/1']))
    expect(sessionStorage.getItem('prumo:registration')).toBeNull()
  })

  it('reports a missing plan before anything is filled in', () => {
    localStorage.removeItem('prumo:plan')
    visit()
    expect(screen.getByText('Nenhum plano escolhido')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Escolher um plano' })).toHaveAttribute('href', '/plans')
    expect(screen.queryByRole('region', { name: 'Resumo' })).not.toBeInTheDocument()
  })

  it.each([409, 400])('shows a taken email at its field (%i)', async (status) => {
    server(status, { error: 'Email já está em uso. Tente fazer login ou use outro email.', code: 'CONFLICT' })
    visit()
    await fill()
    await send()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'Este email já está cadastrado. Tente fazer login ou use outro email.',
    )
  })

  it.each([
    [
      500,
      { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' },
      'Erro ao criar conta. Verifique se o email já não está em uso.',
    ],
    [201, { user }, 'Erro de autenticação. Tente fazer login novamente.'],
    [
      429,
      { error: 'Muitas tentativas. Aguarde um pouco e tente de novo.', code: 'RATE_LIMITED' },
      'Muitas tentativas. Aguarde um pouco e tente de novo.',
    ],
  ])('shows an error above the button after a %i', async (status, body, text) => {
    server(status, body)
    visit()
    await fill()
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })

  it.each([
    [null, 'Nenhum plano selecionado. Por favor, volte e escolha um plano.'],
    ['2meses', 'Plano inválido. Por favor, escolha outro plano.'],
  ])('with the plan %s creates no account, and links to the plans', async (plano, text) => {
    localStorage.setItem('prumo:plan', JSON.stringify({ plano }))
    server(201, { token: 't', user })
    visit()
    await fill()
    await send()
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    expect(screen.getByRole('link', { name: 'Ver os planos' })).toHaveAttribute('href', '/plans')
    expect(global.fetch).not.toHaveBeenCalled()
  })

  it('redirects to the login with a reason when the payment finds no session', async () => {
    server(201, { token: 't', user }, [401, {}])
    visit()
    await fill()
    await send()
    await waitFor(() => expect(visited).toEqual(['/login']))
    expect(JSON.parse(sessionStorage.getItem('prumo:arrival') ?? '{}')).toEqual({
      from: '/plans',
      problem: 'Erro de autenticação. Tente novamente.',
    })
  })

  it('shows the total of the plan', () => {
    visit()
    expect(screen.getByRole('region', { name: 'Resumo' })).toHaveTextContent(/201,00preço de 3 meses-104,00desconto de 52%97,00hoje/)
  })

  it.each([
    [404, {}, 'Serviço temporariamente indisponível. Tente novamente em alguns minutos.'],
    [200, {}, 'URL de checkout não recebida'],
    [409, { error: 'Você já tem uma assinatura.', code: 'CONFLICT' }, 'Você já tem uma assinatura.'],
  ])('keeps an account whose payment failed to start (%i), and offers to try again', async (status, body, text) => {
    server(201, { token: 't', user }, [status, body])
    visit()
    await fill()
    await send()
    expect(await screen.findByRole('heading', { name: 'Conta criada' })).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    server(500, {})
    await userEvent.click(screen.getByRole('button', { name: 'Tentar o pagamento de novo' }))
    await waitFor(() => expect(visited).toEqual(['https://pagar.exemplo/1']))
  })
})
