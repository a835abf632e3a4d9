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

const standing = { confirmed: 'Confirmado', unconfirmed: 'Falta confirmar, pelo link que chega nele' } as const

/** The address that the person comes in with, whether it is confirmed, and the way to another one. */
export function EmailSection() {
  const account = useAccount()
  const isOffline = useOffline()
  const { email, emailVerified: isConfirmed } = useUser()
  const { confirmed, question } = useConfirmation()
  const [isEditing, setEditing] = useState(false)
  const [isSending, setSending] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const [said, setSaid] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)

  async function sendAgain(): Promise<void> {
    setSending(true)
    setSaid(null)
    try {
      await requestVerification(account)
      setSaid({ tone: 'success', text: 'Link enviado. Ele vale por 3 dias. Se não chegar, confira a caixa de spam.' })
    } catch (failure) {
      setSaid({ tone: 'danger', text: refusalOf(failure).text })
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
            <span>{isConfirmed ? standing.confirmed : standing.unconfirmed}</span>
          </p>
          <Button variant="quiet" size="sm" aria-label="Trocar email" onClick={() => (setSaid(null), setEditing(true))}>
            Trocar
          </Button>
        </li>
      </ul>
      {asked === email && <StatusLine tone="success">Email trocado. Agora você entra com ele.</StatusLine>}
      {asked !== null && asked !== email && (
        <StatusLine title={`Falta confirmar pelo link que enviamos a ${asked}.`}>
          O link vale por 1 hora. Até lá, você continua entrando com o email de antes.
        </StatusLine>
      )}
      {said && <StatusLine tone={said.tone}>{said.text}</StatusLine>}
      {!isConfirmed && (
        <Button variant="line" disabled={isOffline} busy={isSending} onClick={() => void sendAgain()}>
          {isSending ? 'Enviando…' : 'Reenviar link'}
        </Button>
      )}
      {!isConfirmed && isOffline && <p>Precisa de internet: quem envia o link é o servidor.</p>}
      {question}
      <EmailDialog
        isWanted={isEditing}
        onUnwanted={() => setEditing(false)}
        open={isEditing}
        confirmed={confirmed}
        onClose={() => setEditing(false)}
        onAsked={(address) => (setEditing(false), setAsked(address))}
      />
    </Section>
  )
}
