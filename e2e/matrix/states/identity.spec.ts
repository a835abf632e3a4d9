import { expect, type Page } from '@playwright/test'
import { somebody } from '../../people.js'
import { never, offline } from '../network.js'
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
  { name: 'refused', who: 'visitor', path: '/login', reach: async (page) => (await logIn(page), expect(page.getByRole('alert')).toBeVisible()) },
  { name: 'without a connection', who: 'visitor', path: '/login', network: offline('**/api/auth/login'), reach: async (page) => (await logIn(page), expect(page.getByRole('alert')).toBeVisible()) },
  { name: 'on its way', who: 'visitor', path: '/login', network: never('**/api/auth/login'), reach: async (page) => (await logIn(page), expect(page.getByText('Entrando…')).toBeVisible()) },
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

async function fillRegistration(page: Page): Promise<void> {
  const { name, email, password, businessName, businessType } = somebody()
  await page.getByLabel('Nome completo').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Confirme a senha', { exact: true }).fill(password)
  await page.getByLabel('Nome do negócio').fill(businessName)
  await page.getByLabel('Tipo do negócio').selectOption(businessType)
}

matrix('Register', [
  { name: 'empty', who: 'visitor', path: '/register', reach: (page) => expect(page.getByLabel('Nome completo')).toBeVisible() },
  { name: 'with errors', who: 'visitor', path: '/register', reach: (page) => press(page, CREATE) },
  { name: 'with a plan', who: 'visitor', path: '/terms', reach: async (page) => (await choosePlan(page), expect(page.getByRole('region', { name: 'Resumo' })).toBeVisible()) },
  {
    name: 'without a plan',
    who: 'visitor',
    path: '/register',
    reach: async (page) => (await fillRegistration(page), await press(page, CREATE), expect(page.getByText('Nenhum plano selecionado.')).toBeVisible()),
  },
  {
    name: 'not paid',
    who: 'visitor',
    path: '/terms',
    network: offline('**/api/plans'),
    reach: async (page) => (await choosePlan(page), await fillRegistration(page), await press(page, CREATE), expect(page.getByRole('heading', { name: 'Conta criada' })).toBeVisible()),
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
  { name: 'with errors', who: 'visitor', path: '/reset-password?token=x', reach: (page) => press(page, 'Salvar nova senha') },
  { name: 'without a link', who: 'visitor', path: '/reset-password', reach: (page) => expect(page.getByRole('link', { name: 'Pedir outro link' })).toBeVisible() },
])
