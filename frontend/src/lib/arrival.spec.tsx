import { render, screen } from '@testing-library/react'
import { saveArrival, useArrival } from './arrival'

function Page() {
  const { from, expired, notice } = useArrival()
  return <p>{[from, expired, notice].join('|')}</p>
}

beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '')
})

it('keeps what one page saved for the next, across its reload', () => {
  saveArrival({ from: '/dashboard/goals?x=1', expired: true })
  const first = render(<Page />)
  expect(screen.getByText('/dashboard/goals?x=1|true|')).toBeInTheDocument()
  expect(sessionStorage.getItem('prumo:arrival')).toBeNull()
  first.unmount()
  render(<Page />)
  expect(screen.getByText('/dashboard/goals?x=1|true|')).toBeInTheDocument()
})

it('is empty on a later visit', () => {
  render(<Page />)
  expect(screen.getByText('||')).toBeInTheDocument()
})

it.each(['//exemplo.com', 'https://exemplo.com', 'javascript:alert(1)', ''])('leads to no other site: "%s"', (from) => {
  saveArrival({ from, notice: 'oi' })
  render(<Page />)
  expect(screen.getByText('||oi')).toBeInTheDocument()
})
