import { LastUsed } from './last-used.js'

it('keeps what was set last', () => {
  const map = new LastUsed<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

it('forgets what is deleted', () => {
  const map = new LastUsed<string, number>(2)
  map.set('a', 1)
  map.delete('a')
  expect(map.get('a')).toBeUndefined()
})
