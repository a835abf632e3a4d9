import { loadSettings } from '../platform/config/settings.js'
import { SessionTokens } from './session-tokens.js'

const [before, now] = ['antes'.repeat(8), 'agora'.repeat(8)]
const caller = { accountId: '0198c0de-0000-7000-8000-000000000001', sessionId: '0198c0de-0000-7000-8000-000000000002' }
const seconds = Date.UTC(2026, 10, 23) / 1000
const AT = (seconds + 30) * 1000
const times = { iat: seconds, exp: seconds + 60 }

const tokens = (...secrets: string[]) => new SessionTokens(loadSettings({ JWT_SECRET: secrets.join(',') }))

describe('session tokens', () => {
  it('name their caller until they expire', () => {
    expect(tokens(now).read(tokens(now).sign(caller, times), AT)).toEqual(caller)
    expect(tokens(now).read(tokens(now).sign(caller, { iat: seconds - 120, exp: seconds - 60 }), AT)).toBeNull()
  })

  it('of a guest name the grant too', () => {
    const guest = { ...caller, grantId: '0198c0de-0000-7000-8000-000000000003' }
    expect(tokens(now).read(tokens(now).sign(guest, times), AT)).toEqual(guest)
  })

  it('of both secrets are valid during a rotation, and the first signs', () => {
    const old = tokens(before).sign(caller, times)
    expect(tokens(now, before).read(old, AT)).toEqual(caller)
    expect(tokens(now).read(old, AT)).toBeNull()
    const fresh = tokens(now, before).sign(caller, times)
    expect(tokens(now).read(fresh, AT)).toEqual(caller)
    expect(tokens(before).read(fresh, AT)).toBeNull()
  })
})
