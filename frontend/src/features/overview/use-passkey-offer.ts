import { useEffect, useState } from 'react'
import { isPasskeyOffered, quietPasskeyOffer } from '../../lib/passkey-offer'
import { canKeepPasskey } from '../../lib/passkeys'

/** Whether a passkey is offered here: the person typed a password, this device can keep a key, and nobody answered yet. */
export function usePasskeyOffer(): { isOffered: boolean; answer: () => void } {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isPasskeyOffered()) return
    let isGone = false
    void canKeepPasskey().then((can) => !isGone && setOffered(can))
    return () => void (isGone = true)
  }, [])
  return {
    isOffered,
    answer: () => {
      quietPasskeyOffer()
      setOffered(false)
    },
  }
}
