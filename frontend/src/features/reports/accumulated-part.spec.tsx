import { render, screen } from '@testing-library/react'
import type { Report } from '@prumo/shared/reports'
import { AccumulatedPart } from './accumulated-part'

jest.mock('./accumulated-chart', () => {
  throw new Error('The code did not load')
})

it('is a table where the code of the chart does not load, with no way to the chart', async () => {
  const months = ['2026-10', '2026-11'].map((month) => ({ month, income: 1_000, expense: 0, balance: 1_000, partial: false }))
  render(<AccumulatedPart report={{ from: '2026-10-01', to: '2026-11-20', monthly: months } as Report} />)
  expect(await screen.findByRole('table')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
