import { useState, type ReactNode } from 'react'
import { asksToConfirm } from '../../data/confirmation'
import { lazyPart } from '../../ui/lazy-part'

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog'), { what: 'a confirmação' })

interface Confirmation {
  /**
   * Makes a call, and once more after the person confirmed that it is them, where the server asks for that. False where they did
   * not want to.
   */
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  /** The question, to stand anywhere on the screen. */
  question: ReactNode
}

/** For calls that change how someone comes in. The server says whether it has to be asked: it counts the five minutes. */
export function useConfirmation(): Confirmation {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  async function confirmed(call: () => Promise<void>): Promise<boolean> {
    try {
      await call()
      return true
    } catch (failure) {
      if (!asksToConfirm(failure)) throw failure
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
    question: (
      <ConfirmationDialog isWanted={isOpen} onUnwanted={giveUp} open={isOpen} onClose={giveUp} onConfirmed={() => answer?.(true)} />
    ),
  }
}
