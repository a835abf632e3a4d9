import { takePrefetched, isPrefetched } from './prefetched-answers'

const answers = () => ({ '/tasks': Promise.resolve(new Response('{}')) })

it('can be taken once, with the same token, while it is recent', () => {
  const at = Date.now()
  window.prumoPrefetch = { token: 'a', at, answers: answers() }
  expect(takePrefetched('/tasks', 'b')).toBeNull()
  expect(takePrefetched('/goals', 'a')).toBeNull()
  expect(takePrefetched('/tasks', 'a')).toMatchObject({ at })
  expect(takePrefetched('/tasks', 'a')).toBeNull()
  window.prumoPrefetch = { token: 'a', at: at - 31_000, answers: answers() }
  expect(takePrefetched('/tasks', 'a')).toBeNull()
})

it('is null where the page requested nothing', () => {
  delete window.prumoPrefetch
  expect(takePrefetched('/tasks', 'a')).toBeNull()
})

it('counts as prefetched until it is taken', () => {
  window.prumoPrefetch = { token: 'a', at: Date.now(), answers: answers() }
  expect([isPrefetched('/task'), isPrefetched('/goals')]).toEqual([true, false])
  takePrefetched('/tasks', 'a')
  expect(isPrefetched('/task')).toBe(false)
})
