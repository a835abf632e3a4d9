import { screen, waitFor } from '@testing-library/react'
import { addDays } from '@prumo/shared/calendar'
import type { ForecastAnswer } from '@prumo/shared/forecast'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { NOW } from '../../data/test-server'
import ForecastPage from './forecast-page'

const days = Array.from({ length: 91 }, (_, ahead) => addDays('2026-11-20', ahead))
const forecast: ForecastAnswer = {
  from: days[0]!,
  to: days[90]!,
  opening: { amount: 300_000, source: 'stated' },
  days: days.map((date) => ({ date, income: 0, expense: 0, balance: 300_000, low: null, high: null })),
  lowest: { date: days[0]!, balance: 300_000 },
  overdue: { income: 0, expense: 0, count: 0 },
  review: null,
  computedAt: NOW,
  stale: false,
}

let api: TestApi

beforeEach(() => {
  api = new TestApi()
  api.reads['/forecast'] = () => ({ forecast })
  api.reads['/balance'] = () => ({ balance: { amount: 300_000, date: '2026-11-20', version: 1 } })
})
afterEach(closeScreen)

const expectLowest = () => waitFor(() => expect(screen.getByRole('region', { name: /^Menor saldo até / })).toHaveTextContent('R$ 3.000,00'))

it('keeps the frame after a failed load, which can be retried, and what is shown after a failed refresh', async () => {
  api.fail('GET', /^\/forecast$/)
  const account = await openScreen(api, '/dashboard/forecast', ForecastPage)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar a previsão.')
  api.recover()
  press(alert, 'Tentar de novo')
  await expectLowest()

  api.fail('GET', /^\/forecast$/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await expectLowest()
})
