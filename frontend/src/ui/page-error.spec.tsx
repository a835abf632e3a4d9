import { render, screen } from '@testing-library/react'
import { PageErrorBoundary } from './page-error'

it('a page that fails says so, and offers to reload it', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const Failing = (): never => {
    throw new Error('No')
  }
  render(
    <PageErrorBoundary>
      <Failing />
    </PageErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Esta página parou')
  expect(screen.getByRole('button', { name: 'Recarregar' })).toBeEnabled()
  jest.restoreAllMocks()
})
