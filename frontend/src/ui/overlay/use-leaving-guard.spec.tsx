import { useState, type ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, NavigationType, RouterProvider, type BlockerFunction } from 'react-router-dom'
import { useForm } from '../../lib/form'
import { DateField } from '../field/date-field'
import { Sheet } from './sheet'
import { TextField } from '../field/text-field'
import { useLeavingGuard } from './use-leaving-guard'

function Fields({ label }: { label: string }) {
  const form = useForm({ title: '', date: '2026-11-20' }, {}, ({ title }) => ({ subject: title }))
  return (
    <form>
      <TextField field={form.field('title')} label={label} />
      <DateField field={form.field('date')} label="Dia" direction="nearest" />
    </form>
  )
}

/** @param isHistoryEntry as for a sheet that the address opens */
function SheetScreen({ isHistoryEntry = false }: { isHistoryEntry?: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <h1>Tela</h1>
      <Sheet isHistoryEntry={isHistoryEntry} open={open} onClose={() => setOpen(false)} title="Novo item">
        <Fields label="Título" />
      </Sheet>
    </>
  )
}

const unlessReplaced: BlockerFunction = ({ historyAction }) => historyAction !== NavigationType.Replace

function InlineScreen() {
  const { close, guarded } = useLeavingGuard(true, () => undefined, 'Nova meta', { isLeft: unlessReplaced })
  return guarded(
    <>
      <Fields label="Meta" />
      <button type="button" onClick={close}>
        Fechar
      </button>
    </>,
  )
}

function show(element: ReactNode) {
  const router = createMemoryRouter(
    [
      { path: '/', element },
      { path: '/outra', element: <p>Outra tela</p> },
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

const question = () => screen.queryByRole('dialog', { name: 'Sair sem salvar?' })
const findQuestion = () => screen.findByRole('dialog', { name: 'Sair sem salvar?' })
const sheet = () => screen.queryByRole('dialog', { name: 'Novo item' })

describe('unsaved input in a sheet', () => {
  const ways = {
    Escape: () => userEvent.keyboard('{Escape}'),
    'a tap beside it': () => userEvent.click(document.querySelector('.mantine-Drawer-overlay')!),
    'its button': () => userEvent.click(screen.getByRole('button', { name: 'Fechar' })),
  }

  it.each(Object.entries(ways))('is not lost by %s without a question', async (_, leave) => {
    show(<SheetScreen />)
    await userEvent.type(await screen.findByLabelText('Título'), 'Outra')
    await leave()
    expect(await findQuestion()).toHaveTextContent('Outra')
    await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }))
    expect(question()).toBeNull()
    expect(screen.getByLabelText('Título')).toHaveValue('Outra')
    await leave()
    await findQuestion()
    await userEvent.click(screen.getByRole('button', { name: 'Sair sem salvar' }))
    await waitFor(() => expect(sheet()).toBeNull())
  })

  it('is not lost by going back without a question', async () => {
    const router = show(<SheetScreen isHistoryEntry />)
    await userEvent.type(await screen.findByLabelText('Título'), 'Outra')
    await act(() => router.navigate(-1))
    await userEvent.click((await findQuestion()).querySelector('button')!)
    expect(router.state.location.pathname).toBe('/')
    await act(() => router.navigate(-1))
    await findQuestion()
    await userEvent.click(screen.getByRole('button', { name: 'Sair sem salvar' }))
    expect(await screen.findByText('A tela de antes')).toBeInTheDocument()
  })

  it.each(Object.entries(ways))('that is empty closes without a question: %s', async (_, leave) => {
    show(<SheetScreen />)
    await screen.findByLabelText('Título')
    await leave()
    await waitFor(() => expect(sheet()).toBeNull())
    expect(question()).toBeNull()
  })
})

describe('going back', () => {
  it('closes an overlay instead of its screen, and asks about unsaved input', async () => {
    const router = show(<SheetScreen />)
    await userEvent.type(await screen.findByLabelText('Título'), 'Outra')
    await act(() => router.navigate(-1))
    await findQuestion()
    await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }))
    await userEvent.clear(screen.getByLabelText('Título'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(sheet()).toBeNull())
    expect(question()).toBeNull()
    expect(screen.getByRole('heading', { name: 'Tela' })).toBeInTheDocument()
    await act(() => router.navigate(-1))
    expect(await screen.findByText('A tela de antes')).toBeInTheDocument()
  })

  it('needs no guard for an overlay that the address opens', async () => {
    const router = show(<SheetScreen isHistoryEntry />)
    await screen.findByLabelText('Título')
    await act(() => router.navigate(-1))
    expect(await screen.findByText('A tela de antes')).toBeInTheDocument()
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
    expect(question()).toBeNull()
    expect(screen.getByRole('button', { name: 'Abrir calendário' })).toHaveFocus()
  })
})

describe('unsaved input in a form of the page', () => {
  it('is guarded against navigation to another address, but not against replacing its own', async () => {
    const router = show(<InlineScreen />)
    await userEvent.type(screen.getByLabelText('Meta'), 'Forno')
    await act(() => router.navigate('/outra'))
    expect(await findQuestion()).toHaveTextContent('Forno')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(question()).toBeNull())
    expect(screen.getByLabelText('Meta')).toHaveValue('Forno')
    await userEvent.click(screen.getByRole('button', { name: 'Fechar' }))
    await findQuestion()
    await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }))
    await act(() => router.navigate('/outra', { replace: true }))
    expect(await screen.findByText('Outra tela')).toBeInTheDocument()
  })

  it('waits behind that of a sheet over it: the router allows one blocker', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const router = show(
      <>
        <InlineScreen />
        <SheetScreen isHistoryEntry />
      </>,
    )
    await userEvent.type(screen.getByLabelText('Meta'), 'Embaixo')
    await userEvent.type(await screen.findByLabelText('Título'), 'Em cima')
    await act(() => router.navigate(-1))
    expect(await findQuestion()).toHaveTextContent('Em cima')
    expect(screen.getAllByRole('dialog', { name: 'Sair sem salvar?' })).toHaveLength(1)
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })
})
