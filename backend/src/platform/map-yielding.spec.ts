import { setImmediate as nextTurn } from 'node:timers/promises'
import { mapYielding } from './map-yielding.js'

it('maps items in order and yields to the event loop', async () => {
  let turns = 0
  const spin = (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  }
  const working = mapYielding(['a', 'b', 'c', 'd'], (item, index) => {
    spin(5)
    return { made: `${item}${index}`, turns }
  })
  for (; turns < 5; turns++) await nextTurn()
  const all = await working
  expect(all.map(({ made }) => made)).toEqual(['a0', 'b1', 'c2', 'd3'])
  expect(all.at(-1)?.turns).toBeGreaterThan(1)
})

it('rejects with the failure of an item', async () => {
  await expect(
    mapYielding([1, 2], (item) => {
      throw new Error(`item ${item}`)
    }),
  ).rejects.toThrow('item 1')
})
