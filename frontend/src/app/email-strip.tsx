import { useState } from 'react'
import { IconMail } from '@tabler/icons-react'
import { addDays } from '@prumo/shared/calendar'
import { useAccount } from '../data/account'
import { useOffline } from '../data/connection'
import { requestVerification } from '../data/email'
import { useProfileRefresh } from '../data/profile'
import { refusalOf } from '../data/refusal'
import { read, storageKeys, write } from '../lib/device-storage'
import { useUser } from '../lib/session'
import { useToday } from '../lib/use-today'
import { Strip } from '../ui/strip'
import { useIsIdle } from '../ui/use-is-idle'

/**
 * Asks for the confirmation of the e-mail and sends the link again. Nothing is locked until then. Rendered with the screen, so that it
 * moves nothing when it comes. Hidden without a connection, when the link could not be sent, and for a day once it was put away.
 */
export function EmailStrip() {
  const account = useAccount()
  const isOffline = useOffline()
  const isIdle = useIsIdle()
  const now = useToday()
  const [quietUntil, setQuietUntil] = useState(() => read('local', storageKeys.emailStrip) ?? '')
  const { email, emailVerified: isConfirmed } = useUser()
  const [said, setSaid] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useProfileRefresh(!isConfirmed && isIdle)

  async function sendAgain() {
    setSending(true)
    setSaid(null)
    await requestVerification(account).then(
      () => setSaid('Link enviado. Se não chegar, confira a caixa de spam.'),
      (refused: unknown) => setSaid(refusalOf(refused).text),
    )
    setSending(false)
  }

  function dismiss(): void {
    const until = addDays(now, 1)
    write('local', storageKeys.emailStrip, until)
    setQuietUntil(until)
    // The focused button is gone: move the focus to the heading.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  return (
    <Strip
      name="email"
      tone="plain"
      notice={
        isConfirmed || isOffline || now < quietUntil
          ? null
          : {
              icon: IconMail,
              title: 'Confirme seu email.',
              detail: said ?? `Abra o link enviado a ${email}.`,
              actions: [{ label: 'Reenviar link', isBusy: isSending, onClick: () => void sendAgain() }],
              onDismiss: dismiss,
            }
      }
    />
  )
}
