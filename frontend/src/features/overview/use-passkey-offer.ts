import { useEffect, useState } from 'react'
import { isPasskeyOffered, dismissPasskeyOffer } from '../../lib/passkey-offer'
import { hasPlatformAuthenticator } from '../../lib/passkeys'

/** Whether a passkey is offered here: the person typed a password, this device can keep a key, and nobody answered yet. */
export function usePasskeyOffer(): { isOffered: boolean; answer: () => void } {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isPasskeyOffered()) return
    let isGone = false
    void hasPlatformAuthenticator().then((can) => !isGone && setOffered(can))
    return () => void (isGone = true)
  }, [])
  return {
    isOffered,
    answer: () => {
      dismissPasskeyOffer()
      setOffered(false)
    },
  }
}
