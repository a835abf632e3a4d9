import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { readAhead } from './read-ahead'

it('yields every result in order, and never has more under way than allowed', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 5 }), async (turns, atOnce) => {
      let [underWay, most] = [0, 0]
      const results: number[] = []
      const call = async (index: number) => {
        most = Math.max(most, (underWay += 1))
        for (let left = turns[index] as number; left > 0; left--) await turn()
        return index
      }
      for await (const index of readAhead([...turns.keys()], atOnce, call)) {
        underWay -= 1
        results.push(index)
      }
      expect(results).toEqual([...turns.keys()])
      expect(most).toBe(Math.min(atOnce, turns.length))
    }),
  ))

it('reports a failure in its turn', async () => {
  const results: number[] = []
  const reading = async () => {
    for await (const each of readAhead([1, 2, 3, 4], 3, async (item) => (item === 3 ? Promise.reject(new Error('gone')) : item)))
      results.push(each)
  }
  await expect(reading()).rejects.toThrow('gone')
  expect(results).toEqual([1, 2])
})
