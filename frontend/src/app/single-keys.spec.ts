import { destinations } from './navigation'
import { intentOf, isTypingTarget, newItemAddress } from './single-keys'

describe('a key pressed alone', () => {
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

  it('after G goes to a screen, or nowhere', () => {
    expect(intentOf('V', true)).toEqual({ kind: 'visit', path: '/dashboard' })
    expect(intentOf('t', true)).toEqual({ kind: 'visit', path: '/dashboard/transactions' })
    expect(intentOf('n', true)).toBeNull()
  })

  it('goes to one screen only', () => {
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
])('on %s%s something new is %s', (pathname, search, address) => {
  expect(newItemAddress({ pathname, search })).toBe(address)
})

describe('a key belongs to', () => {
  afterEach(() => document.body.replaceChildren())

  it.each(['<input>', '<input type="search">', '<textarea></textarea>', '<select></select>', '<div role="menu"><b></b></div>'])(
    '%s',
    (html) => {
      document.body.innerHTML = html
      expect(isTypingTarget(document.querySelector('b') ?? document.body.firstElementChild)).toBe(true)
    },
  )

  it('an open dialog, wherever it is pressed', () => {
    document.body.innerHTML = '<button></button><div role="dialog" aria-modal="true"></div>'
    expect(isTypingTarget(document.querySelector('button'))).toBe(true)
  })

  it('nobody on the page, on a button or on a checkbox', () => {
    document.body.innerHTML = '<button></button><input type="checkbox">'
    expect(isTypingTarget(document.body)).toBe(false)
    expect(isTypingTarget(document.querySelector('button'))).toBe(false)
    expect(isTypingTarget(document.querySelector('input'))).toBe(false)
  })
})
