import { Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazyPart } from './lazy-part'
import { dismissToast } from './overlay/toast'
import { ToastRegion } from '../app/toast-region'

const arrives = async () => ({ default: () => <p>A parte</p> })
const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** Fails this many times, then loads. */
function failing(times: number) {
  let left = times
  return jest.fn(() => (left-- > 0 ? fails() : arrives()))
}

function show(part: ReactNode) {
  return render(
    <>
      <h1>A tela</h1>
      {part}
      <ToastRegion />
    </>,
    // React would print each failure.
    { onCaughtError: () => undefined },
  )
}

afterEach(() => act(() => dismissToast()))

it('that fails to load over the screen shows a toast, keeps the screen, and loads on the next attempt', async () => {
  const Part = lazyPart(failing(1), { what: 'o formulário' })
  show(<Part />)
  expect(await screen.findByText('Não conseguimos carregar o formulário.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'A tela' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('A parte')).toBeInTheDocument()
  expect(screen.queryByText('Não conseguimos carregar o formulário.')).not.toBeInTheDocument()
})

it('that fails twice offers a reload: a newer release may have removed it', async () => {
  const Part = lazyPart(failing(2), { what: 'o formulário' })
  show(<Part />)
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByRole('button', { name: 'Recarregar' })).toBeInTheDocument()
})

it('that is dismissed after a failure calls onDismissFailure, and loads again when it is next rendered', async () => {
  const load = failing(1)
  const Part = lazyPart(load, { what: 'o menu' })
  const closed = jest.fn()
  const { unmount } = show(<Part onDismissFailure={closed} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Fechar aviso' }))
  expect(closed).toHaveBeenCalledTimes(1)
  unmount()
  show(<Part onDismissFailure={closed} />)
  expect(await screen.findByText('A parte')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(2)
})

it('with a place shows it while loading, and its failure there', async () => {
  const Part = lazyPart(failing(1), { what: 'o calendário', place: <p>Carregando</p> })
  show(<Part />)
  expect(screen.getByText('Carregando')).toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent('Não conseguimos carregar o calendário.')
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('A parte')).toBeInTheDocument()
})

it('that is prefetched fails silently, and renders at once after a successful prefetch', async () => {
  const load = failing(1)
  const Part = lazyPart(load, { what: 'o formulário' })
  const { rerender } = render(<Part isRequested={false} />)
  Part.fetch()
  await act(async () => undefined)
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Não conseguimos carregar o formulário.')).not.toBeInTheDocument()
  Part.fetch()
  await act(async () => undefined)
  rerender(<Part />)
  expect(screen.getByText('A parte')).toBeInTheDocument()
})

it('without a name retries by itself', async () => {
  jest.useFakeTimers()
  const load = failing(2)
  const Part = lazyPart(load)
  show(<Part />)
  for (let round = 0; round < 4; round += 1) await act(() => jest.advanceTimersByTimeAsync(5_000))
  expect(screen.getByText('A parte')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(3)
  jest.useRealTimers()
})

it('appears as soon as its code arrives', async () => {
  // React would not wait inside `act`, and holds content back behind a fallback by a timer, which does not run here.
  const isAct = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT') as unknown
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  const { setTimeout: startTimer } = globalThis
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'requestAnimationFrame'] })
  const Part = lazyPart(arrives, { what: 'o menu', place: <p>Carregando</p> })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  try {
    root.render(<Part />)
    for (let round = 0; round < 400 && host.textContent !== 'A parte'; round += 1) await new Promise((resolve) => startTimer(resolve, 5))
    expect(host).toHaveTextContent('A parte')
  } finally {
    root.unmount()
    jest.useRealTimers()
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', isAct)
  }
})

it('that fails while it renders is left to the screen', async () => {
  class ScreenBoundary extends Component<{ children: ReactNode }> {
    override state: { failure: Error | null } = { failure: null }
    static getDerivedStateFromError = (failure: Error) => ({ failure })
    override render = () => (this.state.failure ? <p>{this.state.failure.message}</p> : this.props.children)
  }
  const Part = lazyPart(async () => ({
    default: () => {
      throw new Error('a bug')
    },
  }))
  show(
    <ScreenBoundary>
      <Part />
    </ScreenBoundary>,
  )
  expect(await screen.findByText('a bug')).toBeInTheDocument()
})

it('keeps what was typed into it when the screen renders again', async () => {
  const Part = lazyPart<{ label: string }>(async () => ({ default: ({ label }) => <input aria-label={label} /> }))
  const { rerender } = render(<Part label="Nome" />)
  await userEvent.type(await screen.findByRole('textbox'), 'Ana')
  rerender(<Part label="Nome completo" />)
  expect(screen.getByRole('textbox', { name: 'Nome completo' })).toHaveValue('Ana')
})
