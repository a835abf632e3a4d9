import { useState, type ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { useForm } from '../../lib/form'
import { DateField } from '../field/date-field'
import { Sheet } from './sheet'

function DateForm() {
  const form = useForm({ date: '2026-11-20' }, {})
  return <DateField field={form.field('date')} label="Dia" direction="nearest" />
}

/** @param isHistoryEntry as for a sheet that the address opens */
function SheetScreen({ title = 'Novo item', isHistoryEntry = false }: { title?: string; isHistoryEntry?: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <h1>Tela</h1>
      <Sheet isHistoryEntry={isHistoryEntry} open={open} onClose={() => setOpen(false)} title={title}>
        <DateForm />
      </Sheet>
    </>
  )
}

function show(element: ReactNode) {
  const router = createMemoryRouter(
    [
      { path: '/', element },
      { path: '/antes', element: <p>A tela de antes</p> },
    ],
    { initialEntries: ['/antes', '/'] },
  )
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return router
}

const sheet = (name = 'Novo item') => screen.queryByRole('dialog', { name })

describe('going back', () => {
  it('closes an overlay instead of leaving its screen', async () => {
    const router = show(<SheetScreen />)
    await screen.findByLabelText('Dia')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(sheet()).toBeNull())
    expect(screen.getByRole('heading', { name: 'Tela' })).toBeInTheDocument()
    await act(() => router.navigate(-1))
    expect(await screen.findByText('A tela de antes')).toBeInTheDocument()
  })

  it('needs no guard for an overlay that the address opens', async () => {
    const router = show(<SheetScreen isHistoryEntry />)
    await screen.findByLabelText('Dia')
    await act(() => router.navigate(-1))
    expect(await screen.findByText('A tela de antes')).toBeInTheDocument()
  })

  it('closes the upper of two overlays first: the router allows one blocker', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const router = show(
      <>
        <SheetScreen title="Embaixo" />
        <SheetScreen title="Em cima" />
      </>,
    )
    await waitFor(() => expect(screen.getAllByLabelText('Dia')).toHaveLength(2))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(sheet('Em cima')).toBeNull())
    expect(sheet('Embaixo')).toBeInTheDocument()
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })
})

describe('Escape inside the calendar', () => {
  it.each(['20 de novembro de 2026', 'Mês anterior', 'Fechar calendário'])('closes only the calendar: on %s', async (name) => {
    show(<SheetScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir calendário' }))
    await screen.findByRole('group', { name: 'Calendário' })
    const target = screen.getAllByRole('button').find((button) => button.getAttribute('aria-label')?.includes(name))!
    act(() => target.focus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Calendário' })).toBeNull())
    expect(sheet()).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Abrir calendário' })).toHaveFocus()
  })
})
