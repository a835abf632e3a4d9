import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { BackButton } from './top-bar'

/** Opens an address of the app as a new document would. */
function open(address: string) {
  window.history.pushState(null, '', address)
  const router = createBrowserRouter([{ path: '*', element: <BackButton parent="/dashboard" /> }])
  render(<RouterProvider router={router} />)
  return router
}

const goBack = () => fireEvent.click(screen.getByRole('button', { name: 'Voltar' }))

it('leads to the parent of a screen that was opened by its address, even after its entry was replaced', async () => {
  const router = open('/dashboard/import')
  await act(() => router.navigate('/dashboard/import?arquivo=1', { replace: true }))
  goBack()
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

it('leads to the entry from which the screen was opened', async () => {
  const router = open('/dashboard/transactions')
  await act(() => router.navigate('/dashboard/import'))
  goBack()
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/transactions'))
})
