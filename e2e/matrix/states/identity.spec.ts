import { expect, type Page } from '@playwright/test'
import { identityTexts } from '@prumo/shared/identity-texts'
import { fillRegistration, newPerson } from '../../people.js'
import { answers, neverAnswers, offline } from '../network.js'
import { matrix } from '../state.js'

const heading = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ninguem@exemplo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('senha-qualquer')
  await press(page, 'Entrar')
}

matrix('Login', [
  { name: 'empty', who: 'visitor', path: '/login', reach: heading('Entrar') },
  { name: 'with errors', who: 'visitor', path: '/login', reach: (page) => press(page, 'Entrar') },
  {
    name: 'refused',
    who: 'visitor',
    path: '/login',
    reach: async (page) => (await logIn(page), expect(page.getByRole('alert')).toBeVisible()),
  },
  {
    name: 'without a connection',
    who: 'visitor',
    path: '/login',
    network: offline('**/api/auth/login'),
    reach: async (page) => (await logIn(page), expect(page.getByRole('alert')).toBeVisible()),
  },
  {
    name: 'on its way',
    who: 'visitor',
    path: '/login',
    network: neverAnswers('**/api/auth/login'),
    reach: async (page) => (await logIn(page), expect(page.getByText('Entrando…')).toBeVisible()),
  },
  {
    name: 'after a new password',
    who: 'visitor',
    path: '/terms',
    reach: async (page) => {
      const arrival = JSON.stringify({ notice: identityTexts.passwordReset })
      await page.evaluate((kept) => sessionStorage.setItem('prumo:arrival', kept), arrival)
      await page.goto('/login')
      await expect(page.getByText(identityTexts.passwordReset)).toBeVisible()
    },
  },
  {
    name: 'after the session ended',
    who: 'visitor',
    path: '/login',
    reach: async (page) => {
      await page.evaluate(() => sessionStorage.setItem('prumo:token', 'ended'))
      await page.goto('/dashboard')
      await expect(page.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
    },
  },
])

const CREATE = 'Criar conta e ir para o pagamento'

async function choosePlan(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('prumo:plan', JSON.stringify({ plano: '3meses' })))
  await page.goto('/register')
}

matrix('Register', [
  { name: 'empty', who: 'visitor', path: '/register', reach: (page) => expect(page.getByLabel('Nome completo')).toBeVisible() },
  { name: 'with errors', who: 'visitor', path: '/register', reach: (page) => press(page, CREATE) },
  {
    name: 'with a plan',
    who: 'visitor',
    path: '/terms',
    reach: async (page) => (await choosePlan(page), expect(page.getByRole('region', { name: 'Resumo' })).toBeVisible()),
  },
  {
    name: 'without a plan',
    who: 'visitor',
    path: '/register',
    reach: async (page) => (
      await fillRegistration(page, newPerson()),
      await press(page, CREATE),
      expect(page.getByText('Nenhum plano selecionado.')).toBeVisible()
    ),
  },
  {
    name: 'with a plan and an analysis',
    who: 'visitor',
    path: '/terms',
    reach: async (page) => {
      await page.evaluate(() =>
        localStorage.setItem(
          'prumo:analysis',
          JSON.stringify({ businessType: 'service', monthlyRevenue: '5000-7500', mainProblems: ['all'] }),
        ),
      )
      await choosePlan(page)
      await expect(page.getByLabel('Controle de fluxo de caixa')).toBeChecked()
    },
  },
  {
    name: 'with a taken email',
    who: 'visitor',
    path: '/terms',
    network: answers('**/api/auth/register', { error: 'Este email já está cadastrado.', code: 'EMAIL_TAKEN' }, 409),
    reach: async (page) => (
      await choosePlan(page),
      await fillRegistration(page, newPerson()),
      await press(page, CREATE),
      expect(page.getByText('Este email já está cadastrado. Tente fazer login')).toBeVisible()
    ),
  },
  {
    name: 'on its way',
    who: 'visitor',
    path: '/terms',
    network: neverAnswers('**/api/auth/register'),
    reach: async (page) => (
      await choosePlan(page),
      await fillRegistration(page, newPerson()),
      await press(page, CREATE),
      expect(page.getByText('Processando...')).toBeVisible()
    ),
  },
  {
    name: 'not paid',
    who: 'visitor',
    path: '/terms',
    network: offline('**/api/plans'),
    reach: async (page) => (
      await choosePlan(page),
      await fillRegistration(page, newPerson()),
      await press(page, CREATE),
      expect(page.getByRole('heading', { name: 'Conta criada' })).toBeVisible()
    ),
  },
])

matrix('Forgot password', [
  { name: 'empty', who: 'visitor', path: '/forgot-password', reach: heading('Recuperar senha') },
  { name: 'with errors', who: 'visitor', path: '/forgot-password', reach: (page) => press(page, 'Enviar link') },
  {
    name: 'sent',
    who: 'visitor',
    path: '/forgot-password',
    reach: async (page) => {
      await page.getByLabel('Email').fill('ninguem@exemplo.com.br')
      await press(page, 'Enviar link')
      await expect(page.getByText('Se houver uma conta com este email, enviamos um link.')).toBeVisible()
    },
  },
])

matrix('Reset password', [
  { name: 'with errors', who: 'visitor', path: '/reset-password#token=x', reach: (page) => press(page, 'Salvar nova senha') },
  {
    name: 'of a link that was used',
    who: 'visitor',
    path: '/reset-password#token=x',
    reach: async (page) => {
      await page.getByLabel('Nova senha', { exact: true }).fill('uma-senha-nova')
      await page.getByLabel('Confirme a nova senha', { exact: true }).fill('uma-senha-nova')
      await press(page, 'Salvar nova senha')
      await expect(page.getByText('Link inválido ou expirado. Peça um novo.')).toBeVisible()
    },
  },
  {
    name: 'without a link',
    who: 'visitor',
    path: '/reset-password',
    reach: (page) => expect(page.getByRole('link', { name: 'Pedir outro link' })).toBeVisible(),
  },
])

const CONFIRM_EMAIL = '**/api/auth/confirm-email'

matrix('Confirm email', [
  {
    name: 'asked',
    who: 'visitor',
    path: '/confirm-email#token=x',
    reach: (page) => expect(page.getByRole('button', { name: 'Confirmar' })).toBeEnabled(),
  },
  {
    name: 'on its way',
    who: 'visitor',
    path: '/confirm-email#token=x',
    network: neverAnswers(CONFIRM_EMAIL),
    reach: async (page) => (await press(page, 'Confirmar'), expect(page.getByText('Confirmando…')).toBeVisible()),
  },
  {
    name: 'done',
    who: 'visitor',
    path: '/confirm-email#token=x',
    network: async (page) => void (await page.route(CONFIRM_EMAIL, (route) => route.fulfill({ status: 204 }))),
    reach: async (page) => (await press(page, 'Confirmar'), expect(page.getByText('Email confirmado.')).toBeVisible()),
  },
  {
    name: 'of a link that was used',
    who: 'visitor',
    path: '/confirm-email#token=x',
    reach: async (page) => (await press(page, 'Confirmar'), expect(page.getByText(/^Link inválido ou expirado/)).toBeVisible()),
  },
  {
    name: 'of an address that was taken since',
    who: 'visitor',
    path: '/confirm-email#token=x',
    network: answers(CONFIRM_EMAIL, { error: 'Este email já está em uso em outra conta. Nada mudou.', code: 'CONFLICT' }, 409),
    reach: async (page) => (await press(page, 'Confirmar'), expect(page.getByText(/^Este email já está em uso/)).toBeVisible()),
  },
  {
    name: 'without a connection',
    who: 'visitor',
    path: '/confirm-email#token=x',
    network: offline(CONFIRM_EMAIL),
    reach: async (page) => (await press(page, 'Confirmar'), expect(page.getByText(/^Erro de conexão/)).toBeVisible()),
  },
  {
    name: 'without a link',
    who: 'visitor',
    path: '/confirm-email',
    reach: (page) => expect(page.getByRole('link', { name: 'Pedir outro link' })).toBeVisible(),
  },
])
