import 'fake-indexeddb/auto'
import type { User } from '@prumo/shared/identity'
import { beginSession, endSession } from '../lib/session'
import { completeSignOut } from '../lib/session-start'
import { registeredDevice } from '../lib/push-subscription'
import { Account } from './account'
import { compareThisDevice, PushUnavailable, registerAfterPasswordChange, registerThisDevice, removeDevice } from './push-device'
import { TEST_PUSH_KEY, TestPush } from './test-push'

const ana = { id: 'ana', name: 'Ana', email: 'ana@exemplo.com' } as User

let push: TestPush
let account: Account
let get: jest.SpyInstance
let uninstall: () => void
/** Devices that the server has, and the endpoints that were registered. */
let devices: { id: string }[]
let registered: string[]
let publicKey: string | null

beforeEach(async () => {
  push = new TestPush()
  push.permission = 'granted'
  uninstall = push.install()
  ;[devices, registered, publicKey] = [[], [], TEST_PUSH_KEY]
  beginSession('token', ana, true)
  account = await Account.open(ana.id)
  get = jest.spyOn(account, 'get').mockImplementation(async (path) => (path === '/push/key' ? { publicKey } : { reminders: { devices } }))
  jest.spyOn(account, 'send').mockImplementation(async ({ method, path, body }) => {
    if (method === 'DELETE') return void (devices = devices.filter(({ id }) => !path.endsWith(`/${id}`)))
    const { endpoint } = body as { endpoint: string }
    registered.push(endpoint)
    const id = `device-${endpoint.split('/').at(-1)}`
    devices = [...devices.filter((each) => each.id !== id), { id }]
    return { device: { id } }
  })
  await registerThisDevice(account)
})
afterEach(() => {
  account.close()
  endSession('signed-out')
  localStorage.clear()
  sessionStorage.clear()
  uninstall()
  jest.restoreAllMocks()
})

const endpointOf = (number: number) => `https://fcm.googleapis.com/fcm/send/${number}`

it('is registered once while nothing changes', async () => {
  await compareThisDevice(account)
  expect([registered, registeredDevice()]).toEqual([[endpointOf(1)], expect.objectContaining({ account: 'ana', id: 'device-1' })])
})

it('is registered again where the browser replaced the subscription, or lost it', async () => {
  push.replace()
  await compareThisDevice(account)
  push.subscription = null
  await compareThisDevice(account)
  expect([registered, registeredDevice()?.id]).toEqual([[1, 2, 3].map(endpointOf), 'device-3'])
})

it('is registered again under another key of the server', async () => {
  publicKey = 'BAEC_-79'
  await compareThisDevice(account)
  expect(registered).toEqual([endpointOf(1), endpointOf(2)])
})

it('is registered again in another session, and after a changed password', async () => {
  devices = []
  await new Promise((resolve) => setTimeout(resolve, 2))
  beginSession('other', ana, true)
  await compareThisDevice(account)
  expect(registered).toHaveLength(2)
  devices = []
  await registerAfterPasswordChange(account)
  expect([registered, devices]).toEqual([[1, 1, 1].map(endpointOf), [{ id: 'device-1' }]])
})

it('is tried again at the next opening where it failed after a changed password', async () => {
  devices = []
  get.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(registerAfterPasswordChange(account)).rejects.toThrow(TypeError)
  await compareThisDevice(account)
  expect(registered).toHaveLength(2)
})

it('is not registered again after its removal on another device', async () => {
  devices = []
  await compareThisDevice(account)
  expect([registered.length, registeredDevice(), push.subscription]).toEqual([1, null, null])
})

it('leaves the account with its permission', async () => {
  push.permission = 'denied'
  await compareThisDevice(account)
  expect([devices, registeredDevice(), push.subscription]).toEqual([[], null, null])
})

it('ends with its removal, with the sign-out, and with another person', async () => {
  await removeDevice(account, 'device-1')
  expect([devices, registeredDevice(), push.subscription]).toEqual([[], null, null])
  await registerThisDevice(account)
  globalThis.fetch = jest.fn(async () => Response.json({})) as never
  await completeSignOut()
  expect([registeredDevice(), push.subscription]).toEqual([null, null])
  beginSession('token', ana, true)
  await registerThisDevice(account)
  await compareThisDevice(Object.create(account, { id: { value: 'bia' } }) as Account)
  expect([registeredDevice(), push.subscription]).toEqual([null, null])
})

it('is refused where the server sends nothing', async () => {
  publicKey = null
  await expect(registerThisDevice(account)).rejects.toThrow(PushUnavailable)
})
