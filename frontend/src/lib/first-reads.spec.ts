import { askedFirst, isAskedFirst } from './first-reads'

const answers = () => ({ '/tasks': Promise.resolve(new Response('{}')) })

it('is taken once, by whom it was asked for, while it is news', () => {
  const at = Date.now()
  window.prumoFirstReads = { token: 'a', at, answers: answers() }
  expect(askedFirst('/tasks', 'b')).toBeNull()
  expect(askedFirst('/goals', 'a')).toBeNull()
  expect(askedFirst('/tasks', 'a')).toMatchObject({ at })
  expect(askedFirst('/tasks', 'a')).toBeNull()
  window.prumoFirstReads = { token: 'a', at: at - 31_000, answers: answers() }
  expect(askedFirst('/tasks', 'a')).toBeNull()
})

it('is nothing where the page asked for nothing', () => {
  delete window.prumoFirstReads
  expect(askedFirst('/tasks', 'a')).toBeNull()
})

it('waits to be taken until it is', () => {
  window.prumoFirstReads = { token: 'a', at: Date.now(), answers: answers() }
  expect([isAskedFirst('/task'), isAskedFirst('/goals')]).toEqual([true, false])
  askedFirst('/tasks', 'a')
  expect(isAskedFirst('/task')).toBe(false)
})
