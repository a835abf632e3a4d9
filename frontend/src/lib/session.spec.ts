import type { User } from '@prumo/shared/identity'

const user = { id: '1', name: 'Marina', email: 'marina@example.com' } as User

/** Loads the module as the app does at its start, with the present storage. */
async function start() {
  jest.resetModules()
  return { ...(await import('./session')), ...(await import('./session-start')) }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  global.fetch = jest.fn(async () => Promise.reject(new TypeError('no server in this test')))
})

describe('at the start', () => {
  it('is signed out when nothing is stored, without asking the server', async () => {
    const { session, startSession } = await start()
    await startSession()
    expect(session().status).toBe('signed-out')
    expect(global.fetch).not.toHaveBeenCalled()
  })

  it.each(['local', 'session'] as const)('a token and a user in the %s storage are trusted without a call', async (area) => {
    const storage = area === 'local' ? localStorage : sessionStorage
    storage.setItem('prumo:token', 'kept')
    storage.setItem('prumo:user', JSON.stringify(user))
    const { session, startSession } = await start()
    await startSession()
    expect(session()).toMatchObject({ status: 'signed-in', token: 'kept', user })
    expect(global.fetch).not.toHaveBeenCalled()
  })

  it('a token without its user is verified', async () => {
    localStorage.setItem('prumo:token', 'kept')
    localStorage.setItem('prumo:user', '{broken')
    global.fetch = jest.fn(async () => new Response(JSON.stringify({ user })))
    const { session, startSession } = await start()
    expect(session().status).toBe('verifying')
    await startSession()
    expect(session()).toMatchObject({ status: 'signed-in', token: 'kept', user })
    expect(JSON.parse(localStorage.getItem('prumo:user') ?? 'null')).toEqual(user)
  })

  it('a token that cannot be verified is discarded', async () => {
    localStorage.setItem('prumo:token', 'kept')
    const { session, startSession } = await start()
    await startSession()
    expect(session().status).toBe('signed-out')
    expect(localStorage.getItem('prumo:token')).toBeNull()
  })
})

describe('remembering', () => {
  it('keeps the session after the browser closes only on request', async () => {
    const { beginSession } = await start()
    beginSession('a', user, true)
    expect(localStorage.getItem('prumo:token')).toBe('a')
    beginSession('b', user, false)
    expect(localStorage.getItem('prumo:token')).toBeNull()
    expect(sessionStorage.getItem('prumo:token')).toBe('b')
  })
})

describe('signing out', () => {
  it('deletes what is under the prefix except the tour, and keeps the choices of the device', async () => {
    const { beginSession, signOut, session } = await start()
    beginSession('a', user, true)
    localStorage.setItem('prumo:onboarding-done', 'true')
    localStorage.setItem('prumo:plan', '3meses')
    sessionStorage.setItem('prumo:registered-at', '2026-11-20T12:00:00.000Z')
    localStorage.setItem('prumo-device:color-scheme', 'dark')

    await signOut()

    expect(session()).toMatchObject({ status: 'signed-out', end: 'signed-out' })
    expect(Object.keys(localStorage).sort()).toEqual(['prumo-device:color-scheme', 'prumo:onboarding-done'])
    expect(Object.keys(sessionStorage)).toEqual(['prumo-device:ended-at'])
  })

  it('logs out on the server with the discarded token', async () => {
    const { beginSession, signOut } = await start()
    beginSession('a', user, false)
    await signOut()
    expect(global.fetch).toHaveBeenCalledWith(
      '/api/auth/logout',
      expect.objectContaining({ method: 'POST', headers: { Authorization: 'Bearer a' } }),
    )
  })

  it('notifies listeners before any screen shows it', async () => {
    const { beginSession, endSession, onSessionEnd, session } = await start()
    beginSession('a', user, false)
    const statuses: string[] = []
    onSessionEnd(() => statuses.push(session().status))
    endSession('expired')
    expect(statuses).toEqual(['signed-in'])
  })
})

describe('another tab', () => {
  it('that signs the same person in again leaves this one as it is, with the new token', async () => {
    const { beginSession, startSession, session } = await start()
    await startSession()
    beginSession('a', user, true)
    const removals: string[] = []
    const remove = jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
      if (this === localStorage) removals.push(key)
    })
    beginSession('b', user, true)
    expect(removals).toEqual([])
    remove.mockRestore()
    beginSession('a', user, true)
    localStorage.setItem('prumo:token', 'b')
    window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'prumo:token', oldValue: 'a', newValue: 'b' }))
    expect(session()).toMatchObject({ status: 'signed-in', token: 'b', user })
  })

  it('that signs out signs this one out', async () => {
    const { beginSession, startSession, session } = await start()
    await startSession()
    beginSession('a', user, true)
    window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'prumo:token', oldValue: 'a', newValue: null }))
    expect(session()).toMatchObject({ status: 'signed-out', end: 'signed-out' })
  })

  it('whose session expires asks this one to sign in again', async () => {
    const [other, { beginSession, startSession, session }] = [await start(), await start()]
    await startSession()
    for (const tab of [other.beginSession, beginSession]) tab('a', user, true)
    other.endSession('expired')
    window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'prumo:token', oldValue: 'a', newValue: null }))
    expect(session()).toMatchObject({ status: 'signed-out', end: 'expired' })
    beginSession('b', user, true)
    window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'prumo:token', oldValue: 'b', newValue: null }))
    expect(session()).toMatchObject({ status: 'signed-out', end: 'signed-out' })
  })
})

describe('a guest', () => {
  const visit = { grantId: '7', ownerName: 'Marina', until: null, endsAt: '2026-11-28T00:00:00.000Z', grants: [] }
  const guest = { ...user, id: '9', name: 'Ana', email: '', visit }

  it('has a session in this tab alone, beside the one of the device’s own person', async () => {
    const { beginSession, beginVisit, session } = await start()
    beginSession('own', user, true)
    beginVisit('visit', guest)
    expect(session()).toMatchObject({ token: 'visit', user: { name: 'Ana', visit } })
    expect([localStorage.getItem('prumo:token'), sessionStorage.getItem('prumo:token')]).toEqual(['own', 'visit'])
  })

  it.each(['signed-out', 'expired'] as const)('leaves that one as it is when the visit is %s', async (end) => {
    const { beginSession, beginVisit, endSession, session } = await start()
    beginSession('own', user, true)
    localStorage.setItem('prumo:last-wallet', 'own')
    beginVisit('visit', guest)
    endSession(end)
    expect(session()).toMatchObject({ status: 'signed-out', end, wasGuest: true })
    expect(sessionStorage.getItem('prumo:token')).toBeNull()
    expect([localStorage.getItem('prumo:token'), localStorage.getItem('prumo:last-wallet')]).toEqual(['own', 'own'])
    expect((await start()).session()).toMatchObject({ status: 'signed-in', token: 'own' })
  })

  it('stays while it is replaced by another, although the server ends it first', async () => {
    const { beginVisit, endSession, replaceSession, session } = await start()
    beginVisit('visit', guest)
    await replaceSession(async () => {
      endSession('expired')
      expect(session()).toMatchObject({ status: 'signed-in', token: 'visit' })
      beginVisit('other', guest)
    })
    expect(session()).toMatchObject({ status: 'signed-in', token: 'other' })
    endSession('expired')
    expect(session()).toMatchObject({ status: 'signed-out', wasGuest: true })
  })

  it('of a token without its user is verified as a guest', async () => {
    const payload = btoa(JSON.stringify({ sub: 'the account', role: 'guest' }))
    sessionStorage.setItem('prumo:token', `head.${payload}.signature`)
    const body = { user: { name: 'Ana', role: 'guest', businessName: 'Doce Lar' }, visit }
    global.fetch = jest.fn(async () => new Response(JSON.stringify(body)))
    const { session, startSession } = await start()
    await startSession()
    expect(session()).toMatchObject({ status: 'signed-in', user: { id: 'the account', name: 'Ana', businessName: 'Doce Lar', visit } })
  })
})
