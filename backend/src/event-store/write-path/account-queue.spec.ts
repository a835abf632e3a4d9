import { AccountQueue } from './account-queue.js'

/** Work that ends on demand. */
function heldWork(): { work: () => Promise<void>; end: () => void } {
  let end = () => undefined as void
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}

describe('the commands of one account', () => {
  it('are refused once they have waited too long, and then never run', async () => {
    const turns = new AccountQueue()
    const ran: string[] = []
    const noting = (name: string) => async () => void ran.push(name)
    const long = heldWork()
    const first = turns.run('a', long.work)
    const late = turns.run('a', noting('late'), 10)
    const patient = turns.run('a', noting('patient'), 10_000)
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 })
    await turns.run('b', noting('of another account'))
    long.end()
    await Promise.all([first, patient])
    expect(ran).toEqual(['of another account', 'patient'])
  })

  it('run in order, after failures too, in a bounded queue', async () => {
    const turns = new AccountQueue({ ofAccount: 3, inAll: 10 })
    const ran: number[] = []
    const work = (n: number) => async () => {
      ran.push(n)
      if (n === 1) throw new Error('one')
      return n
    }
    const taken = [1, 2, 3, 4].map((n) => turns.run('a', work(n)).catch((failure: Error) => failure.message))
    expect(await Promise.all(taken)).toEqual(['one', 2, 3, expect.stringContaining('indisponível')])
    expect([ran, await turns.run('a', work(5))]).toEqual([[1, 2, 3, 5], 5])
  })
})
