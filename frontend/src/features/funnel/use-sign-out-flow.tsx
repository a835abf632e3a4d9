import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { eraseFromDevice, countUnsentOnDevice } from '../../data/device-erasure'
import { signOutConfirmation } from '../../lib/sign-out-confirmation'
import { session } from '../../lib/session'
import { onSignOut, completeSignOut } from '../../lib/session-start'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import styles from './subscription-banner.module.css'

// Here too, signing out deletes the data that the app stores on the device.
onSignOut(async () => {
  const account = ownAccount()
  return account === null ? true : eraseFromDevice(account)
})

/** The account whose data this device keeps for the signed-in person; null for a guest, of whom it keeps nothing. */
function ownAccount(): string | null {
  const { user } = session()
  return user && !user.visit ? user.id : null
}

interface SignOutFlow {
  signOut: (event: MouseEvent<HTMLElement>) => void
  /** The dialog that confirms the loss of unsent commands. */
  question: ReactNode
}

/** Signs out a person without a subscription, who cannot reach the menu of the app. */
export function useSignOutFlow(): SignOutFlow {
  const visit = usePageNavigate()
  const [unsent, setUnsent] = useState(0)
  const [busy, setBusy] = useState(false)
  const pressed = useRef<HTMLElement>(null)

  async function out(): Promise<void> {
    setBusy(true)
    await completeSignOut()
    visit('/login')
  }

  async function signOut(): Promise<void> {
    const account = ownAccount()
    const count = account === null ? 0 : await countUnsentOnDevice(account)
    if (count === 0) await out()
    else setUnsent(count)
  }

  function stay(): void {
    setUnsent(0)
    pressed.current?.focus()
  }

  return {
    signOut: (event) => {
      pressed.current = event.currentTarget
      void signOut()
    },
    question: unsent > 0 && <SignOutDialog unsent={unsent} busy={busy} onStay={stay} onLeave={() => void out()} />,
  }
}

interface SignOutDialogProps {
  unsent: number
  busy: boolean
  onStay: () => void
  onLeave: () => void
}

function SignOutDialog({ unsent, busy, onStay, onLeave }: SignOutDialogProps) {
  const words = signOutConfirmation(unsent, 'aparelho')
  return (
    <StatusLine
      tone="warning"
      title={words.title}
      action={
        <div className={styles.ways}>
          <Button size="sm" autoFocus onClick={onStay}>
            Ficar
          </Button>
          <Button size="sm" variant="losing" busy={busy} onClick={onLeave}>
            {words.leave}
          </Button>
        </div>
      }
    >
      {words.text}
    </StatusLine>
  )
}
