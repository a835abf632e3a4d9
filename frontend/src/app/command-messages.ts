import { useEffect } from 'react'
import { useAccount } from '../data/account'
import { wordsOf } from '../data/sync/entity-registry'
import { onPlansRedirectHeld } from '../lib/plans-redirect'
import { dismissToast, showToast } from '../ui/overlay/toast'

const KEPT_FROM_PLANS_TEXT = 'Sua assinatura não está ativa. Salve o que digitou: fica neste aparelho até ela voltar.'

/** Says what was accepted, with the way back, and what keeps someone from the plans. What is refused has a panel that stays. */
export function useCommandMessages(): void {
  const { outbox } = useAccount()
  useEffect(() => {
    const stop = outbox.listen({
      enqueued: (command) => {
        const { accepted, offersUndo } = wordsOf(command)
        if (!accepted) return
        showToast({ text: accepted, ...(offersUndo && { action: { label: 'Desfazer', run: () => void outbox.undo(command) } }) })
      },
      // What was said of it is no longer so, and the panel says what is.
      parked: () => dismissToast(),
    })
    const stopTelling = onPlansRedirectHeld(() => showToast({ text: KEPT_FROM_PLANS_TEXT, tone: 'error' }))
    return () => {
      stop()
      stopTelling()
      // Nothing said to one person stays for the next.
      dismissToast()
    }
  }, [outbox])
}
