import { expect, type Page } from '@playwright/test'
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

matrix('Register', [
  { name: 'empty', who: 'visitor', path: '/register', reach: (page) => expect(page.getByLabel('Nome completo')).toBeVisible() },
  { name: 'with errors', who: 'visitor', path: '/register', reach: (page) => press(page, 'Criar conta') },
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
