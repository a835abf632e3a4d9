import { Passwords } from './passwords.js'

let passwords: Passwords
beforeAll(async () => {
  passwords = new Passwords()
  await passwords.onModuleInit()
})

describe('passwords', () => {
  it('match the hash that was made of them, and no other', async () => {
    const stored = await passwords.hash('segredo1')
    expect(stored).not.toBe(await passwords.hash('segredo1'))
    expect(await passwords.matches(stored, 'segredo1')).toBe(true)
    expect(await passwords.matches(stored, 'Segredo1')).toBe(false)
    expect(await passwords.matches(undefined, 'segredo1')).toBe(false)
  })

  it('wait their turn, two at a time, and are turned away when too many wait', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 70 }, () => passwords.hash('segredo1')))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    expect(await passwords.hash('segredo1')).toMatch(/^\$argon2id\$/)
  })

  it('leave the event loop free meanwhile', async () => {
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 2)
    await Promise.all(Array.from({ length: 10 }, () => passwords.hash('segredo1')))
    clearInterval(beat)
    expect(longest).toBeLessThan(60)
  })
})
