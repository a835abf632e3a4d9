import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { endSession } from '../../../lib/session'
import { Component as RegisterPage } from './register-page'

const user = { id: '1', name: 'Marina Duarte', email: 'marina@example.com' }

function visit() {
  const router = createMemoryRouter(
    [
      { path: '/register', element: <RegisterPage /> },
      { path: '/dashboard', element: <p>Visão Geral</p> },
    ],
    { initialEntries: ['/register'] },
  )
  render(<RouterProvider router={router} />)
}

function server(status: number, body: unknown) {
  global.fetch = jest.fn(async () => new Response(JSON.stringify(body), { status }))
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Criar conta' }))

/** Pasted, since a keystroke at a time takes its time. */
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
})

describe('the registration', () => {
  it('checks its fields in the order of the rules, one text each', async () => {
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
      expect(field).toHaveAccessibleDescription(text)
      expect(field).toHaveFocus()
    }
    await send()
    expect(screen.getByLabelText('Tipo do negócio')).toHaveAccessibleDescription('Por favor, selecione o tipo do seu negócio')
  })

  it('sends what the contract asks for and begins the session', async () => {
    server(201, { token: 't', user })
    visit()
    await fill()
    await enter(/Quanto entra por mês/, '12.500,50')
    await userEvent.click(screen.getByLabelText('Organização de gastos'))
    await send()
    await screen.findByText('Visão Geral')
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

  it('says at the email that it is taken', async () => {
    server(409, { error: 'Email já está em uso. Tente fazer login ou use outro email.', code: 'CONFLICT' })
    visit()
    await fill()
    await send()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Este email já está cadastrado. Tente fazer login ou use outro email.')
  })

  it.each([
    [500, { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' }, 'Erro ao criar conta. Verifique se o email já não está em uso.'],
    [201, { user }, 'Erro de autenticação. Tente fazer login novamente.'],
    [429, { error: 'Muitas tentativas. Aguarde um pouco e tente de novo.', code: 'RATE_LIMITED' }, 'Muitas tentativas. Aguarde um pouco e tente de novo.'],
  ])('after a %i says so above its button', async (status, body, text) => {
    server(status, body)
    visit()
    await fill()
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })
})
