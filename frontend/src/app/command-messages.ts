import { useEffect } from 'react'
import { useAccount } from '../data/account'
import { wordsOf } from '../data/sync/entity-registry'
import { onPlansRedirectHeld } from '../lib/plans-redirect'
import { dismissToast, showToast } from '../ui/overlay/toast'

const KEPT_FROM_PLANS_TEXT = 'Sua assinatura não está ativa. O que você concluir aqui fica neste aparelho até ela voltar.'

/**
 * Shows a toast for each accepted command, with its undo, and one while a redirect to the plans is held back. Refused commands
 * appear in their own panel.
 */
export function useCommandMessages(): void {
  const { outbox } = useAccount()
  useEffect(() => {
    const stop = outbox.listen({
      enqueued: (command) => {
        const { accepted, offersUndo } = wordsOf(command)
        if (!accepted) return
        showToast({
          text: accepted,
          ...(offersUndo && { action: { label: 'Desfazer', isUndo: true, run: () => void outbox.undo(command) } }),
        })
      },
      // The toast is no longer true; the panel shows the refusal.
      parked: () => dismissToast(),
    })
    const stopPlansNotice = onPlansRedirectHeld(() => showToast({ text: KEPT_FROM_PLANS_TEXT, tone: 'error' }))
    return () => {
      stop()
      stopPlansNotice()
      // One person's toast must not stay for the next.
      dismissToast()
    }
  }, [outbox])
}
