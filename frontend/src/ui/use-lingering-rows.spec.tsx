import { act, renderHook } from '@testing-library/react'
import { useLingeringRows } from './use-lingering-rows'

const MS = 600
const list = (...done: string[]) => ['a', 'b', 'c'].map((id) => ({ id, completed: done.includes(id) }))

function follow(first: { id: string; completed: boolean }[]) {
  const { result, rerender } = renderHook(({ items }) => useLingeringRows(items, MS), { initialProps: { items: first } })
  return { lingering: () => Object.fromEntries(result.current), become: (items: typeof first) => rerender({ items }) }
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  document.body.replaceChildren()
})

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))

describe('a row that was just completed', () => {
  it('keeps its place for a moment', () => {
    const { lingering, become } = follow(list())
    become(list('a'))
    expect(lingering()).toEqual({ a: false })
    wait(MS - 1)
    expect(lingering()).toEqual({ a: false })
    wait(1)
    expect(lingering()).toEqual({})
  })

  it('keeps its place when it is opened again', () => {
    const { lingering, become } = follow(list('a'))
    become(list())
    expect(lingering()).toEqual({ a: true })
  })

  it('moves together with the others after the last one was completed', () => {
    const { lingering, become } = follow(list())
    become(list('a'))
    wait(MS - 100)
    become(list('a', 'b'))
    wait(MS - 100)
    expect(lingering()).toEqual({ a: false, b: false })
    wait(100)
    expect(lingering()).toEqual({})
  })

  it('stays in place when it is completed and opened again', () => {
    const { lingering, become } = follow(list())
    become(list('a'))
    become(list())
    expect(lingering()).toEqual({ a: false })
  })

  it('does not linger if it arrives completed or changes otherwise', () => {
    const { lingering, become } = follow(list('b'))
    become([...list('b'), { id: 'd', completed: true }])
    expect(lingering()).toEqual({})
  })

  it('waits while it has the keyboard focus', () => {
    document.body.innerHTML = '<div data-row="a"><button>a</button></div><div data-row="b"><button>b</button></div>'
    const [a, b] = document.querySelectorAll('button')
    const { lingering, become } = follow(list())
    a?.focus()
    become(list('a'))
    wait(MS * 2)
    expect(lingering()).toEqual({ a: false })
    act(() => b?.focus())
    expect(lingering()).toEqual({})
  })
})
