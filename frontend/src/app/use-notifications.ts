import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAccount } from '../data/account'
import { registeredDevice } from '../lib/push-subscription'
import { useIsIdle } from '../ui/use-is-idle'
import { appAddresses } from './app-pages'

/** Opens the screens that notifications lead to, and keeps this browser registered for them. */
export function useNotifications(): void {
  const account = useAccount()
  const navigate = useNavigate()
  const isIdle = useIsIdle()

  useEffect(() => {
    const worker = navigator.serviceWorker
    if (!worker) return
    const open = ({ data, ports }: MessageEvent<unknown>): void => {
      const address = (data as { open?: unknown } | null)?.open
      if (typeof address !== 'string' || !appAddresses.test(address)) return
      ports[0]?.postMessage('opened')
      void navigate(address)
    }
    worker.addEventListener('message', open)
    worker.startMessages()
    return () => worker.removeEventListener('message', open)
  }, [navigate])

  useEffect(() => {
    if (!isIdle || registeredDevice() === null) return
    // The next opening compares again.
    void import('../data/push-device').then(({ compareThisDevice }) => compareThisDevice(account)).catch(() => undefined)
  }, [account, isIdle])
}
