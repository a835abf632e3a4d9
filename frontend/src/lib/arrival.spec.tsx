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

it('what one page noted is for the next, and survives its reload', () => {
  saveArrival({ from: '/dashboard/goals?x=1', expired: true })
  const first = render(<Page />)
  expect(screen.getByText('/dashboard/goals?x=1|true|')).toBeInTheDocument()
  expect(sessionStorage.getItem('prumo:arrival')).toBeNull()
  first.unmount()
  render(<Page />)
  expect(screen.getByText('/dashboard/goals?x=1|true|')).toBeInTheDocument()
})

it('a later visit finds nothing', () => {
  render(<Page />)
  expect(screen.getByText('||')).toBeInTheDocument()
})

it.each(['//exemplo.com', 'https://exemplo.com', 'javascript:alert(1)', ''])('leads to no other place: "%s"', (from) => {
  saveArrival({ from, notice: 'oi' })
  render(<Page />)
  expect(screen.getByText('||oi')).toBeInTheDocument()
})
