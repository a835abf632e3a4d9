import { useState } from 'react'
import { IconMail } from '@tabler/icons-react'
import { useAccount } from '../data/account'
import { useOffline } from '../data/connection'
import { requestVerification } from '../data/email'
import { useProfileRefresh } from '../data/profile'
import { refusalOf } from '../data/refusal'
import { useUser } from '../lib/session'
import styles from './email-strip.module.css'

/**
 * The strip that asks for the confirmation of the e-mail and sends the link again. Nothing is locked until then. Hidden without a
 * connection, when the link could not be sent.
 */
export default function EmailStrip() {
  const account = useAccount()
  const isOffline = useOffline()
  const { email, emailVerified: isConfirmed } = useUser()
  const [said, setSaid] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useProfileRefresh(!isConfirmed)

  async function sendAgain() {
    setSending(true)
    setSaid(null)
    await requestVerification(account).then(
      () => setSaid('Link enviado. Se não chegar, confira a caixa de spam.'),
      (refused: unknown) => setSaid(refusalOf(refused).text),
    )
    setSending(false)
  }

  return (
    <div role="status" data-chrome>
      {!isConfirmed && !isOffline && (
        <div className={styles.strip}>
          <IconMail size={22} stroke={1.75} aria-hidden />
          <div className={styles.words}>
            <p>
              <b>Confirme seu email.</b> <span>{said ?? `O link chega em ${email}.`}</span>
            </p>
            <button
              type="button"
              className={styles.action}
              aria-disabled={isSending || undefined}
              onClick={isSending ? undefined : () => void sendAgain()}
            >
              Reenviar link
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
