import { Restarts } from './restarts.mjs'

const API = 'a API'
const SECOND = 1000

it('a program that dies is restarted, later each time, and no more after five times in a minute', () => {
  const restarts = new Restarts()
  const pauses = [0, 1, 2, 4, 8, 59].map((at) => restarts.pauseAfterDeath(API, at * SECOND))
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, null])
})

it('deaths older than a minute do not count', () => {
  const restarts = new Restarts()
  for (const at of [0, 1, 2, 3, 4]) restarts.pauseAfterDeath(API, at * SECOND)
  expect(restarts.pauseAfterDeath(API, 61 * SECOND)).toBe(2000)
  expect(restarts.pauseAfterDeath(API, 200 * SECOND)).toBe(250)
})

it('programs are counted separately', () => {
  const restarts = new Restarts()
  for (const at of [0, 1, 2, 3, 4]) restarts.pauseAfterDeath('a fila de tarefas', at * SECOND)
  expect(restarts.pauseAfterDeath(API, 5 * SECOND)).toBe(250)
})
