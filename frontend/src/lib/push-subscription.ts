import { useSyncExternalStore } from 'react'
import { read, remove, storageKeys, write } from './device-storage'

/** This browser's subscription to notifications, and as which device of an account it is registered. */

/** What this browser knows of its registration. */
export interface RegisteredDevice {
  /** The account and its device. */
  account: string
  id: string
  endpoint: string
  /** When the session began in which it was registered; empty if it has to be registered again. */
  session: string
}

const listeners = new Set<() => void>()
let parsed: { text: string | null; device: RegisteredDevice | null } = { text: null, device: null }

/** The registration of this browser; null without one. */
export function registeredDevice(): RegisteredDevice | null {
  const text = read('local', storageKeys.reminderDevice)
  if (text !== parsed.text) parsed = { text, device: parseDevice(text) }
  return parsed.device
}

export function useRegisteredDevice(): RegisteredDevice | null {
  return useSyncExternalStore(subscribe, registeredDevice)
}

export function saveRegisteredDevice(device: RegisteredDevice): void {
  write('local', storageKeys.reminderDevice, JSON.stringify(device))
  notify()
}

/** The subscription of this browser; null without one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Forgets the registration and ends the subscription. Never rejects: a browser without either has nothing to end. */
export async function endPushSubscription(): Promise<void> {
  if (read('local', storageKeys.reminderDevice) === null) return
  remove('local', storageKeys.reminderDevice)
  notify()
  await pushSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
}

function parseDevice(text: string | null): RegisteredDevice | null {
  try {
    const value = JSON.parse(text ?? 'null') as RegisteredDevice | null
    const isWhole = value !== null && [value.account, value.id, value.endpoint, value.session].every((each) => typeof each === 'string')
    return isWhole ? value : null
  } catch {
    return null
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
