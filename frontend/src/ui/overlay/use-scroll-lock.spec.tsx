import { render, waitFor } from '@testing-library/react'
import { useScrollLock } from './use-scroll-lock'

function Over({ open }: { open: boolean }) {
  useScrollLock(open)
  return null
}

const overflow = () => document.body.style.overflow

it('locks scrolling until the last overlay has closed', async () => {
  const sheet = render(<Over open />)
  const question = render(<Over open />)
  expect(overflow()).toBe('hidden')
  question.rerender(<Over open={false} />)
  sheet.unmount()
  expect(overflow()).toBe('hidden')
  await waitFor(() => expect(overflow()).toBe(''))
})

it('stays locked when one overlay opens while another closes', async () => {
  const sheet = render(<Over open />)
  sheet.rerender(<Over open={false} />)
  const next = render(<Over open />)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(overflow()).toBe('hidden')
  next.unmount()
  await waitFor(() => expect(overflow()).toBe(''))
})
