import { destinations } from './navigation'
import { isTypingTarget } from '../lib/typing-target'
import { intentOf, newItemAddress } from './single-keys'

describe('a single key', () => {
  it.each([
    ['n', { kind: 'new' }],
    ['N', { kind: 'new' }],
    ['/', { kind: 'search' }],
    ['?', { kind: 'help' }],
    ['g', { kind: 'go' }],
    ['v', null],
    ['Enter', null],
  ])('%s', (key, intent) => {
    expect(intentOf(key, false)).toEqual(intent)
  })

  it('after G opens a screen, or does nothing', () => {
    expect(intentOf('V', true)).toEqual({ kind: 'visit', path: '/dashboard' })
    expect(intentOf('t', true)).toEqual({ kind: 'visit', path: '/dashboard/transactions' })
    expect(intentOf('n', true)).toBeNull()
  })

  it('is unique to its screen', () => {
    const keys = destinations.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

it.each([
  ['/dashboard', '?mes=2026-03', '/dashboard/transactions?nova=1'],
  ['/dashboard/transactions', '?q=bolo', '/dashboard/transactions?nova=1'],
  ['/dashboard/goals', '', '/dashboard/goals?nova=1'],
  ['/dashboard/tasks', '?aba=tarefas', '/dashboard/tasks?aba=tarefas&nova=1'],
  ['/dashboard/emergency', '', '/dashboard/emergency?adicionar=1'],
  ['/dashboard/reports', '', '/dashboard/transactions?nova=1'],
])('on %s%s a new item opens at %s', (pathname, search, address) => {
  expect(newItemAddress({ pathname, search })).toBe(address)
})

describe('keys are left to', () => {
  afterEach(() => document.body.replaceChildren())

  it.each(['<input>', '<input type="search">', '<textarea></textarea>', '<select></select>', '<div role="menu"><b></b></div>'])(
    '%s',
    (html) => {
      document.body.innerHTML = html
      expect(isTypingTarget(document.querySelector('b') ?? document.body.firstElementChild)).toBe(true)
    },
  )

  it('an open dialog, wherever the focus is', () => {
    document.body.innerHTML = '<button></button><div role="dialog" aria-modal="true"></div>'
    expect(isTypingTarget(document.querySelector('button'))).toBe(true)
  })

  it('nothing on the page, a button or a checkbox', () => {
    document.body.innerHTML = '<button></button><input type="checkbox">'
    expect(isTypingTarget(document.body)).toBe(false)
    expect(isTypingTarget(document.querySelector('button'))).toBe(false)
    expect(isTypingTarget(document.querySelector('input'))).toBe(false)
  })
})
