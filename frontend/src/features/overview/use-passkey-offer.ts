import { useEffect, useState } from 'react'
import { isPasskeyOffered, dismissPasskeyOffer } from '../../lib/passkey-offer'
import { hasPlatformAuthenticator } from '../../lib/passkeys'

/** Whether to offer a passkey: the person signed in by password, the device supports passkeys, and no earlier offer was answered. */
export function usePasskeyOffer(): { isOffered: boolean; answer: () => void } {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isPasskeyOffered()) return
    let isOver = false
    void hasPlatformAuthenticator().then((can) => !isOver && setOffered(can))
    return () => void (isOver = true)
  }, [])
  return {
    isOffered,
    answer: () => {
      dismissPasskeyOffer()
      setOffered(false)
    },
  }
}
