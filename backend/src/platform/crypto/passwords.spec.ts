import { Passwords } from './passwords.js'

let passwords: Passwords
beforeAll(async () => {
  passwords = new Passwords()
  await passwords.onModuleInit()
})

describe('passwords', () => {
  it('match their own hash only', async () => {
    const stored = await passwords.hash('segredo1')
    expect(stored).not.toBe(await passwords.hash('segredo1'))
    expect(await passwords.matches(stored, 'segredo1')).toBe(true)
    expect(await passwords.matches(stored, 'Segredo1')).toBe(false)
    expect(await passwords.matches(undefined, 'segredo1')).toBe(false)
  })

  it('are hashed two at a time, and refused when too many are queued', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 70 }, () => passwords.hash('segredo1')))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    expect(await passwords.hash('segredo1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('are hashed off the event loop', async () => {
    const made = Promise.all(Array.from({ length: 10 }, () => passwords.hash('segredo1'))).then(() => 'all are made')
    // Each queued hash starts only after the loop processed the end of another, at any speed.
    const turned = new Promise((resolve) => setImmediate(resolve, 'the loop turned'))
    expect(await Promise.race([made, turned])).toBe('the loop turned')
    await made
  })
})
