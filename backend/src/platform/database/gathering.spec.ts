import { Gathering } from './gathering.js'

it('asks once for all of a turn, and gives each its own answer', async () => {
  const asked: (readonly number[])[] = []
  const doubling = new Gathering<number, number>(async (numbers) => {
    asked.push(numbers)
    return numbers.map((number) => number * 2)
  })
  expect(await Promise.all([doubling.ask(1), doubling.ask(2), doubling.ask(3)])).toEqual([2, 4, 6])
  expect(await doubling.ask(4)).toBe(8)
  expect(asked).toEqual([[1, 2, 3], [4]])
})

it('fails all of a turn alike, and none after it', async () => {
  let away = true
  const answering = new Gathering<string, string>(async (texts) => {
    if (away) throw new Error('away')
    return texts
  })
  const failed = await Promise.allSettled([answering.ask('a'), answering.ask('b')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  away = false
  expect(await answering.ask('c')).toBe('c')
})
