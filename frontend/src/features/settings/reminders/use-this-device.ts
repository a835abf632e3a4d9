import { useEffect, useReducer, useState } from 'react'
import type { Reminders } from '@prumo/shared/reminders'
import { useAccount } from '../../../data/account'
import { PushUnavailable, registerThisDevice } from '../../../data/push-device'
import { refusalOf } from '../../../data/refusal'
import { changeReminders, usePushKey } from '../../../data/reminders'
import { isInstalled } from '../../../lib/installed'
import { endPushSubscription, useRegisteredDevice } from '../../../lib/push-subscription'
import { systemOf } from '../../../ui/install-systems'
import { reminderScreenTexts } from './reminder-texts'

/**
 * Whether this browser receives the reminders: it is registered, may ask, was denied, has to be installed first (iPhone), cannot at
 * all, or the server sends none.
 */
export type PushState = 'on' | 'ask' | 'denied' | 'install' | 'none' | 'off'

export interface ThisDevice {
  state: PushState
  /** Its id among the account's devices; null if it is not one of them. */
  id: string | null
  /** The browser will ask the person. */
  isPrompted: boolean
  isBusy: boolean
  failure: string | null
  /** Asks for the permission, from a tap alone, and registers this browser. */
  allow: () => Promise<void>
}

export function useThisDevice(reminders: Reminders | undefined): ThisDevice {
  const account = useAccount()
  const publicKey = usePushKey()
  const registered = useRegisteredDevice()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const lookAgain = usePermissionChanges()
  const isListed = registered?.account === account.id && reminders?.devices.some(({ id }) => id === registered.id)

  async function allow(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      if ((await Notification.requestPermission()) !== 'granted') return
      // The service ended a subscription that the account lost: it would accept no message.
      await endPushSubscription()
      await registerThisDevice(account)
      if (!reminders?.push) await changeReminders(account, { push: true })
    } catch (refused) {
      setFailure(refused instanceof PushUnavailable ? reminderScreenTexts.noWorker : refusalOf(refused).text)
    } finally {
      setBusy(false)
      lookAgain()
    }
  }

  const ability = browserAbility()
  return {
    state: publicKey === null ? 'off' : isListed && ability === 'ask' ? 'on' : ability,
    id: isListed ? registered.id : null,
    isPrompted: ability === 'ask' && Notification.permission === 'default',
    isBusy,
    failure,
    allow,
  }
}

function browserAbility(): Exclude<PushState, 'on' | 'off'> {
  if (systemOf(navigator) === 'ios' && !isInstalled()) return 'install'
  if (!('Notification' in window) || !('PushManager' in window) || !('serviceWorker' in navigator)) return 'none'
  return Notification.permission === 'denied' ? 'denied' : 'ask'
}

/** Renders again when the person comes back, perhaps from the browser's settings. @returns renders again at once */
function usePermissionChanges(): () => void {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0)
  useEffect(() => {
    document.addEventListener('visibilitychange', lookAgain)
    window.addEventListener('focus', lookAgain)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      window.removeEventListener('focus', lookAgain)
    }
  }, [])
  return lookAgain
}
