import { once } from 'node:events'
import { FailingMailer, newAddress } from '../../test/test-email-changes.js'
import { guestHelpers, type Registered } from '../../test/test-guests.js'
import { startElsewhere, subscribeLive, type OtherProcess } from '../../test/test-live-streams.js'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'

let here: TestApp
let elsewhere: OtherProcess
let worker: TestWorker
let marina: Registered
const mailer = new FailingMailer()
const { enterAccountOf, invite } = guestHelpers(() => here, mailer)
beforeAll(async () => {
  here = await startTestApp()
  worker = await startTestWorker(here, mailer)
  elsewhere = await startElsewhere(here)
})
beforeEach(async () => void (marina = await here.register()))
afterAll(async () => {
  if (elsewhere.child.kill('SIGTERM')) await once(elsewhere.child, 'exit')
  await worker.close()
  await here.close()
})

describe('a guest’s stream at another process', () => {
  it('sends what the guest reads, and of the rest only the position', async () => {
    const { token } = await enterAccountOf(marina, newAddress())
    const heard = await subscribeLive(elsewhere, token)
    const before = heard.events[0]?.seq ?? 0
    await here.send('POST', '/tasks', { token: marina.token, body: { title: 'Nota fiscal' } })
    await until(() => heard.events.length === 2)
    expect(heard.events[1]).toMatchObject({ seq: before + 1, entities: [] })
    const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
    await here.send('POST', '/transactions', { token: marina.token, body: sale })
    await until(() => heard.events.some(({ entities }) => entities.length > 0))
    expect(heard.events.findLast(({ entities }) => entities.length > 0)?.entities).toEqual(['transaction'])
    await here.send('POST', '/months/2024-01/close', { token: marina.token, body: {} })
    await until(() => heard.events.some(({ entities }) => entities.includes('month')))
    heard.leave()
  })

  it.each<[string, (grantId: string, guestToken: string) => Promise<unknown>]>([
    ['the owner ends the access', (grantId) => here.send('DELETE', `/access/${grantId}`, { token: marina.token })],
    [
      'the owner’s subscription lapses',
      () =>
        here.database.rows({ text: `update account_profile set created_at = now() - interval '1 hour' where account_id = $1` }, [
          marina.accountId,
        ]),
    ],
    [
      'the last day ends',
      () =>
        here.database.rows({ text: `update sessions set expires_at = now() where user_id = $1 and grant_id is not null` }, [
          marina.accountId,
        ]),
    ],
    [
      'the owner’s password changes',
      () =>
        here.send('PUT', '/auth/password', {
          token: marina.token,
          body: { currentPassword: marina.password, newPassword: 'outro-segredo1' },
        }),
    ],
    ['the account is erased', () => here.send('DELETE', '/auth/account', { token: marina.token, body: { password: marina.password } })],
    [
      'the guest changes to another business',
      async (_, token) => {
        const rui = await here.register()
        const email = (await here.send('GET', '/access', { token: marina.token })).body.grants[0].email
        const { grant } = (await invite(rui, { email })).body
        return here.send('POST', '/guest/switch', { token, body: { grantId: grant.id } })
      },
    ],
  ])('ends when %s', async (_, end) => {
    const { token, grantId } = await enterAccountOf(marina, newAddress())
    const heard = await subscribeLive(elsewhere, token)
    expect(heard.ended.closed).toBe(false)
    await end(grantId, token)
    await until(() => heard.ended.closed)
    expect(heard.ended.hasEndEvent).toBe(true)
    const again = await fetch(`${elsewhere.origin}/api/transactions`, { headers: { authorization: `Bearer ${token}` } })
    expect(again.status).toBe(401)
  })
})
