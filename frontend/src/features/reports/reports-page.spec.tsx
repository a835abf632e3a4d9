import { screen, waitFor } from '@testing-library/react'
import type { Report } from '@prumo/shared/reports'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { NOW } from '../../data/test-server'
import { Component as ReportsPage } from './reports-page'

const report: Report = {
  period: '1month',
  from: '2026-11-01',
  to: '2026-11-20',
  totals: { income: 1_000, expense: 0, balance: 1_000, transactionCount: 1 },
  monthly: [{ month: '2026-11', income: 1_000, expense: 0, balance: 1_000, partial: true }],
  categories: [],
  incomeGrowth: null,
  comparison: null,
  oneOffs: [],
  insights: [],
  summaryText: '',
  computedAt: NOW,
  stale: false,
}

let api: TestApi

beforeEach(() => {
  api = new TestApi()
  api.reads['/reports'] = () => ({ report })
})
afterEach(closeScreen)

const expectReport = () => waitFor(() => expect(screen.getByRole('region', { name: 'Quanto' })).toHaveTextContent('Sobrou R$ 10,00'))

it('keeps the frame after a failed load, which can be retried, and what is shown after a failed refresh', async () => {
  api.fail('GET', /^\/reports$/)
  const account = await openScreen(api, '/dashboard/reports', ReportsPage)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar o relatório.')
  api.recover()
  press(alert, 'Tentar de novo')
  await expectReport()

  api.fail('GET', /^\/reports$/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await expectReport()
})
