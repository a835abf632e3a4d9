import { useState } from 'react'
import { IconFileText } from '@tabler/icons-react'
import { TERMS_VERSION, termsInWords } from '@prumo/shared/terms'
import { useAccount } from '../data/account'
import { acceptTerms, useProfileRefresh } from '../data/profile'
import { refusalOf } from '../data/refusal'
import { useUser } from '../lib/session'
import styles from './terms-strip.module.css'

/** The strip that asks to accept newer terms of use. Nothing is locked until then. */
export default function TermsStrip() {
  const account = useAccount()
  const { acceptedTerms: accepted } = useUser()
  const isInForce = accepted?.version === TERMS_VERSION
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useProfileRefresh(!isInForce)

  async function accept() {
    setSending(true)
    setFailure(null)
    await acceptTerms(account).catch((refused: unknown) => setFailure(refusalOf(refused).text))
    setSending(false)
  }

  return (
    <div role="status" data-chrome>
      {!isInForce && (
        <div className={styles.strip}>
          <IconFileText size={22} stroke={1.75} aria-hidden />
          <div className={styles.words}>
            <p>
              <b>{accepted ? 'Os termos de uso mudaram.' : 'Confirme os termos de uso.'}</b>{' '}
              <span>{failure ?? `Valem desde ${termsInWords(TERMS_VERSION)}.`}</span>
            </p>
            <span className={styles.actions}>
              <a href="/terms" target="_blank" className={styles.action}>
                Ler os termos
              </a>
              <button
                type="button"
                className={styles.action}
                aria-disabled={isSending || undefined}
                onClick={isSending ? undefined : () => void accept()}
              >
                Aceitar
              </button>
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
