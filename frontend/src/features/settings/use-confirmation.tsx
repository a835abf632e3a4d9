import { useState, type ReactNode } from 'react'
import { needsConfirmation } from '../../data/confirmation'
import { lazyPart } from '../../ui/lazy-part'

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog'), { what: 'a confirmação' })

const CHANGES_ENTRY = 'Você vai mudar como entra na conta. Por segurança, confirme com sua senha. Vale por 5 minutos neste aparelho.'

interface ConfirmationFlow {
  /**
   * Runs a request, and again after the person confirmed their identity if the server requires it. Resolves to false if the
   * person declined.
   */
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  /** Whether the dialog is open. The request then has not been made. */
  isAsking: boolean
  /** The dialog, to render anywhere on the screen. */
  question: ReactNode
}

/**
 * Wraps requests that a stolen session must not make. The server decides whether a confirmation is due; one lasts five minutes.
 * @param lead the first sentence of the dialog
 */
export function useConfirmation(lead = CHANGES_ENTRY): ConfirmationFlow {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  async function confirmed(call: () => Promise<void>): Promise<boolean> {
    try {
      await call()
      return true
    } catch (failure) {
      if (!needsConfirmation(failure)) throw failure
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    if (isConfirmed) await call()
    return isConfirmed
  }

  const isOpen = answer !== null
  const giveUp = () => answer?.(false)
  return {
    confirmed,
    isAsking: isOpen,
    question: (
      <ConfirmationDialog
        lead={lead}
        isRequested={isOpen}
        onDismissFailure={giveUp}
        open={isOpen}
        onClose={giveUp}
        onConfirmed={() => answer?.(true)}
      />
    ),
  }
}
