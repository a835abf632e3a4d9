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

describe('what has just been done', () => {
  it('keeps its place for a moment', () => {
    const { lingering, become } = follow(list())
    become(list('a'))
    expect(lingering()).toEqual({ a: false })
    wait(MS - 1)
    expect(lingering()).toEqual({ a: false })
    wait(1)
    expect(lingering()).toEqual({})
  })

  it('keeps it in the other direction too', () => {
    const { lingering, become } = follow(list('a'))
    become(list())
    expect(lingering()).toEqual({ a: true })
  })

  it('moves with the others once the last of them was done', () => {
    const { lingering, become } = follow(list())
    become(list('a'))
    wait(MS - 100)
    become(list('a', 'b'))
    wait(MS - 100)
    expect(lingering()).toEqual({ a: false, b: false })
    wait(100)
    expect(lingering()).toEqual({})
  })

  it('stays where it was through second thoughts', () => {
    const { lingering, become } = follow(list())
    become(list('a'))
    become(list())
    expect(lingering()).toEqual({ a: false })
  })

  it('is not what came done, or changed in another way', () => {
    const { lingering, become } = follow(list('b'))
    become([...list('b'), { id: 'd', completed: true }])
    expect(lingering()).toEqual({})
  })

  it('waits while the keyboard is on it', () => {
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
