import { useState } from 'react'
import { IconMail } from '@tabler/icons-react'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { requestVerification } from '../../data/email'
import { refusalOf } from '../../data/refusal'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import { StatusLine } from '../../ui/status-line'
import styles from './rows.module.css'
import { Section } from './section'
import { useConfirmation } from './use-confirmation'

const EmailDialog = lazyPart(() => import('./email-dialog'), { what: 'a troca de email' })

const stateTexts = { confirmed: 'Confirmado', unconfirmed: 'Falta confirmar, pelo link que chega nele' } as const

/** The email address of the account, its state, and a button that changes it. */
export function EmailSection() {
  const account = useAccount()
  const isOffline = useOffline()
  const { email, emailVerified: isConfirmed } = useUser()
  const { confirmed, question } = useConfirmation()
  const [isEditing, setEditing] = useState(false)
  const [isSending, setSending] = useState(false)
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null)
  const [status, setStatus] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)

  async function sendAgain(): Promise<void> {
    setSending(true)
    setStatus(null)
    try {
      await requestVerification(account)
      setStatus({ tone: 'success', text: 'Link enviado. Ele vale por 3 dias. Se não chegar, confira a caixa de spam.' })
    } catch (failure) {
      setStatus({ tone: 'danger', text: refusalOf(failure).text })
    } finally {
      setSending(false)
    }
  }

  return (
    <Section title="Email">
      <ul className={styles.rows}>
        <li>
          <IconMail size={22} stroke={1.75} aria-hidden />
          <p>
            <b>{email}</b>
            <span>{isConfirmed ? stateTexts.confirmed : stateTexts.unconfirmed}</span>
          </p>
          <Button variant="quiet" size="sm" aria-label="Trocar email" onClick={() => (setStatus(null), setEditing(true))}>
            Trocar
          </Button>
        </li>
      </ul>
      {requestedEmail === email && <StatusLine tone="success">Email trocado. Agora você entra com ele.</StatusLine>}
      {requestedEmail !== null && requestedEmail !== email && (
        <StatusLine title={`Falta confirmar pelo link que enviamos a ${requestedEmail}.`}>
          O link vale por 1 hora. Até lá, você continua entrando com o email de antes.
        </StatusLine>
      )}
      {status && <StatusLine tone={status.tone}>{status.text}</StatusLine>}
      {!isConfirmed && (
        <Button variant="line" disabled={isOffline} busy={isSending} onClick={() => void sendAgain()}>
          {isSending ? 'Enviando…' : 'Reenviar link'}
        </Button>
      )}
      {!isConfirmed && isOffline && <p>Precisa de internet para enviar o link.</p>}
      {question}
      <EmailDialog
        isRequested={isEditing}
        onDismissFailure={() => setEditing(false)}
        open={isEditing}
        confirmed={confirmed}
        onClose={() => setEditing(false)}
        onRequested={(address) => (setEditing(false), setRequestedEmail(address))}
      />
    </Section>
  )
}
