import { useEffect } from 'react'
import { useAccount } from '../data/account'
import { wordsOf } from '../data/registry'
import { dismissToast, showToast } from '../ui/toast'

/** Says what was accepted, with the way back. What is refused has a panel that stays. */
export function useCommandMessages(): void {
  const { outbox } = useAccount()
  useEffect(() => {
    const stop = outbox.listen({
      accepted: (command) => {
        const { accepted, offersUndo } = wordsOf(command)
        if (!accepted) return
        showToast({ text: accepted, ...(offersUndo && { action: { label: 'Desfazer', run: () => void outbox.undo(command) } }) })
      },
      // What was said of it is no longer so, and the panel says what is.
      parked: () => dismissToast(),
    })
    return () => {
      stop()
      // Nothing said to one person stays for the next.
      dismissToast()
    }
  }, [outbox])
}
