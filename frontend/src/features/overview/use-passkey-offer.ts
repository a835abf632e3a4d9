import { useEffect, useState } from 'react'
import { isPasskeyOffered, dismissPasskeyOffer } from '../../lib/passkey-offer'

/** Whether to offer a passkey: the person signed in by password, the device supports passkeys, and no earlier offer was answered. */
export function usePasskeyOffer(): { isOffered: boolean; answer: () => void } {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isPasskeyOffered()) return
    let isOver = false
    // Loaded for the few visits that offer one. Without it none is offered.
    import('../../lib/passkeys')
      .then(({ hasPlatformAuthenticator }) => hasPlatformAuthenticator())
      .then(
        (can) => !isOver && setOffered(can),
        () => undefined,
      )
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
