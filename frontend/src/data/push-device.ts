import type { RemindersAnswer } from '@prumo/shared/reminders'
import { read, storageKeys } from '../lib/device-storage'
import { endPushSubscription, pushSubscription, registeredDevice, saveRegisteredDevice } from '../lib/push-subscription'
import type { Account } from './account'
import { fetchPushKey, registerReminderDevice, removeReminderDevice } from './reminders'

/** Registers this browser as a device that receives the account's reminders. */

/** The push service or the service worker did not answer. */
export class PushUnavailable extends Error {}

/** The service worker is installed well within this time, or not at all. */
const WORKER_TIMEOUT_MS = 10_000

/**
 * Subscribes this browser, whose person allowed notifications, and registers it.
 * @throws PushUnavailable where the browser or the server offers no push, and failures for `refusalOf`
 */
export async function registerThisDevice(account: Account): Promise<void> {
  const publicKey = await fetchPushKey(account)
  if (publicKey === null) throw new PushUnavailable('The server sends no notifications')
  const { endpoint, keys = {} } = (await subscribe(publicKey)).toJSON()
  const { p256dh = '', auth = '' } = keys
  if (!endpoint) throw new PushUnavailable('The subscription has no endpoint')
  const session = presentSession()
  const { id } = await registerReminderDevice(account, { endpoint, keys: { p256dh, auth } })
  saveRegisteredDevice({ account: account.id, id, endpoint, session })
}

/** Removes a device of the account; this browser's also ends its subscription. */
export async function removeDevice(account: Account, id: string): Promise<void> {
  const isThis = registeredDevice()?.id === id
  await removeReminderDevice(account, id)
  if (isThis) await endPushSubscription()
}

/**
 * Compares this browser's subscription with the account's devices, and registers it again where the browser or the server has replaced
 * or dropped it. A device that its person removed elsewhere, or that may no longer show notifications, is forgotten. Rejects while the
 * server cannot be reached.
 */
export async function compareThisDevice(account: Account): Promise<void> {
  const known = registeredDevice()
  if (!known) return
  if (known.account !== account.id) return endPushSubscription()
  if (Notification.permission !== 'granted') return removeDevice(account, known.id).catch(() => endPushSubscription())
  const [subscription, publicKey] = [await pushSubscription(), await fetchPushKey(account)]
  if (publicKey === null) return
  const { reminders } = await account.get<RemindersAnswer>('/reminders')
  const isListed = reminders.devices.some(({ id }) => id === known.id)
  const isSame = subscription?.endpoint === known.endpoint && hasKey(subscription, publicKey)
  if (!isSame || known.session !== presentSession()) return registerThisDevice(account)
  // The same subscription in the same session goes from the list only when it is removed.
  if (!isListed) await endPushSubscription()
}

/** Registers this browser again after a change of the password, which ends the account's devices. Rejects like `registerThisDevice`. */
export async function registerAfterPasswordChange(account: Account): Promise<void> {
  const known = registeredDevice()
  if (!known) return
  // Until it succeeds, the next opening of the app tries again.
  saveRegisteredDevice({ ...known, session: '' })
  await compareThisDevice(account)
}

/** When the present session began. */
function presentSession(): string {
  return read('session', storageKeys.signedInAt) ?? read('local', storageKeys.signedInAt) ?? 'unknown'
}

/** @param publicKey the server's, in base64url */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker()
  const known = await pushManager.getSubscription()
  if (known && hasKey(known, publicKey)) return known
  await known?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    throw new PushUnavailable('The browser could not subscribe', { cause })
  }
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new PushUnavailable('There is no service worker')), WORKER_TIMEOUT_MS),
  )
  return Promise.race([navigator.serviceWorker.ready, late])
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  return (
    key !== null &&
    btoa(String.fromCharCode(...new Uint8Array(key)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '') === publicKey
  )
}
