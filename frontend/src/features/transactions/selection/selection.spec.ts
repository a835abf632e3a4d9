import { aTransaction } from '../../../data/test-fixtures'
import { categoryRefusal, extend, factsOf, kindsText, move, noSelection, selectAll, toggle } from './selection'
import { selectionKeyOf } from './selection-keys'

const order = Array.from({ length: 6 }, (_, index) => `x${index}`)
const press = (key: string, about: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...about })

it('ticks and unticks one, and with Shift all from the last ticked one', () => {
  const one = toggle(noSelection, 'x1')
  expect([...extend(one, 'x4', order).ids]).toEqual(['x1', 'x2', 'x3', 'x4'])
  expect([...extend(toggle(one, 'x5'), 'x3', order).ids].sort()).toEqual(['x1', 'x3', 'x4', 'x5'])
  expect(toggle(one, 'x1').ids.size).toBe(0)
})

it('moves by keys within the list, and ticks what it passes with Shift', () => {
  const first = move(noSelection, 1, order)
  expect(first.cursor).toBe('x0')
  expect(move(first, -1, order).cursor).toBe('x0')
  expect([...move(move(first, 1, order, true), 1, order, true).ids]).toEqual(['x0', 'x1', 'x2'])
  expect(move(noSelection, -1, order).cursor).toBe('x5')
})

it('ticks at most 500, and knows that there are more', () => {
  const many = Array.from({ length: 501 }, (_, index) => `m${index}`)
  expect(selectAll(noSelection, many)).toMatchObject({ isCut: true })
  expect(selectAll(noSelection, many).ids.size).toBe(500)
  expect(selectAll(noSelection, order)).toMatchObject({ isCut: false })
})

it('knows sums, what waits for a confirmation, and what gets no category together', () => {
  const out = aTransaction({ id: 'a', type: 'expense', amount: 7_418 })
  const due = aTransaction({ id: 'b', type: 'expense', amount: 100, isScheduled: true, isConfirmed: false, isReceived: false })
  const came = aTransaction({ id: 'c', type: 'income', amount: 54_000 })
  const moved = aTransaction({ id: 'd', type: 'transfer', toWalletId: 'w2', category: null })
  expect(factsOf([out, due, came])).toMatchObject({ expense: 7_518, income: 54_000, pending: [due] })
  expect(categoryRefusal(factsOf([out, due]))).toBeNull()
  expect(categoryRefusal(factsOf([out, came]))).toBe('Receitas e despesas têm categorias diferentes')
  expect(categoryRefusal(factsOf([out, moved]))).toBe('Transferência não tem categoria')
  expect(kindsText(factsOf([out, due, came, moved]))).toBe('2 despesas, 1 receita e 1 transferência')
})

it('knows its keys, and only those with Ctrl and Escape where single keys are off', () => {
  expect(selectionKeyOf(press('x'), true)).toBe('tick')
  expect(selectionKeyOf(press('J', { shiftKey: true }), true)).toBe('extendDown')
  expect(selectionKeyOf(press('#', { shiftKey: true }), true)).toBe('delete')
  expect(selectionKeyOf(press('a', { ctrlKey: true }), false)).toBe('all')
  expect(selectionKeyOf(press('Escape'), false)).toBe('release')
  expect(selectionKeyOf(press('c'), false)).toBeNull()
  expect(selectionKeyOf(press('c', { ctrlKey: true }), true)).toBeNull()
})
