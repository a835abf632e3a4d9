import { useState, type ReactNode } from 'react'
import { needsConfirmation } from '../../data/confirmation'
import { lazyPart } from '../../ui/lazy-part'

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog'), { what: 'a confirmação' })

const CHANGES_ENTRY = 'Você vai mudar como entra na conta. Por segurança, confirme com sua senha. Vale por 5 minutos neste aparelho.'

interface ConfirmationFlow {
  /**
   * Makes a call, and once more after the person confirmed that it is them, where the server asks for that. False where they did
   * not want to.
   */
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  /** Whether the question is open: what it stands before is not happening yet. */
  isAsking: boolean
  /** The question, to stand anywhere on the screen. */
  question: ReactNode
}

/**
 * For calls that a stolen session alone must not make. The server says whether it has to be asked: it counts the five minutes.
 * @param lead what the question begins with
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
        isWanted={isOpen}
        onUnwanted={giveUp}
        open={isOpen}
        onClose={giveUp}
        onConfirmed={() => answer?.(true)}
      />
    ),
  }
}
