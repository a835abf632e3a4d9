import { act, fireEvent, render, screen } from '@testing-library/react'
import { dismissToast, showToast } from '../ui/overlay/toast'
import { ToastRegion } from './toast-region'

beforeEach(() => {
  jest.useFakeTimers()
  render(<ToastRegion />)
})
afterEach(() => {
  act(() => dismissToast())
  jest.useRealTimers()
})

const show = (...[toast]: Parameters<typeof showToast>) => act(() => void showToast(toast))
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

describe('a toast', () => {
  it('is announced and disappears after ten seconds', () => {
    show({ text: 'Transação excluída' })
    expect(screen.getByRole('status')).toHaveTextContent('Transação excluída')
    pass(9_900)
    expect(screen.getByRole('status')).not.toBeEmptyDOMElement()
    pass(200)
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  it('pauses while the pointer or the focus is on it, and then runs for the rest of its time', () => {
    show({ text: 'Transação excluída', action: { label: 'Desfazer', run: () => undefined } })
    pass(6_000)
    fireEvent.mouseEnter(screen.getByText('Transação excluída'))
    pass(60_000)
    fireEvent.mouseLeave(screen.getByText('Transação excluída'))
    pass(3_900)
    expect(screen.getByText('Transação excluída')).toBeInTheDocument()
    pass(200)
    expect(screen.queryByText('Transação excluída')).not.toBeInTheDocument()
  })

  it('stays paused when the pointer leaves while the focus is on it', () => {
    show({ text: 'Transação excluída', action: { label: 'Desfazer', run: () => undefined } })
    fireEvent.mouseEnter(screen.getByText('Transação excluída'))
    fireEvent.focus(screen.getByRole('button', { name: 'Desfazer' }))
    fireEvent.mouseLeave(screen.getByText('Transação excluída'))
    pass(60_000)
    expect(screen.getByText('Transação excluída')).toBeInTheDocument()
    fireEvent.blur(screen.getByRole('button', { name: 'Desfazer' }))
    pass(10_100)
    expect(screen.queryByText('Transação excluída')).not.toBeInTheDocument()
  })

  it('that is an error stays until it is closed', () => {
    show({ text: 'Não deu certo', tone: 'error' })
    pass(600_000)
    fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }))
    expect(screen.queryByText('Não deu certo')).not.toBeInTheDocument()
  })

  it('replaces the previous one, with its own ten seconds', () => {
    show({ text: 'Primeiro' })
    pass(9_000)
    show({ text: 'Segundo' })
    expect(screen.queryByText('Primeiro')).not.toBeInTheDocument()
    pass(9_000)
    expect(screen.getByText('Segundo')).toBeInTheDocument()
  })

  it('runs its action once, by its button or by Ctrl Z outside a field', () => {
    const run = jest.fn()
    show({ text: 'Transação excluída', action: { label: 'Desfazer', isUndo: true, run } })
    fireEvent.keyDown(document.body.appendChild(document.createElement('input')), { key: 'z', ctrlKey: true })
    expect(run).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect(run).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Transação excluída')).not.toBeInTheDocument()
  })

  it('keeps an action that undoes nothing from Ctrl Z', () => {
    const run = jest.fn()
    show({ text: 'Não conseguimos carregar a pergunta.', tone: 'error', action: { label: 'Recarregar', run } })
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect(run).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Recarregar' })).not.toHaveAttribute('aria-keyshortcuts')
  })
})
