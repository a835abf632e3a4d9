import { render, screen } from '@testing-library/react'
import { useIsPainted } from './use-is-painted'

function Screen() {
  return (
    <>
      <p>Primeiro</p>
      {useIsPainted() && <p>Depois</p>}
    </>
  )
}

it('renders deferred content only after a frame', async () => {
  render(<Screen />)
  expect(screen.getByText('Primeiro')).toBeInTheDocument()
  expect(screen.queryByText('Depois')).toBeNull()
  expect(await screen.findByText('Depois')).toBeInTheDocument()
})

it('renders nothing for a screen that was left meanwhile', async () => {
  const errors = jest.spyOn(console, 'error')
  render(<Screen />).unmount()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(errors).not.toHaveBeenCalled()
})
