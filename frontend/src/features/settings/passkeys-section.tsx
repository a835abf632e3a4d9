import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { IconKey, IconPlus } from '@tabler/icons-react'
import type { Passkey } from '@prumo/shared/passkeys'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { addPasskey, usePasskeys } from '../../data/passkeys'
import { refusalOf } from '../../data/refusal'
import { useBrowserValue } from '../../lib/browser-value'
import { useToday } from '../../lib/use-today'
import { dismissPasskeyOffer } from '../../lib/passkey-offer'
import { hasPasskeySupport, PasskeyError } from '../../lib/passkeys'
import { Button } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { useLastShown } from '../../ui/use-last-shown'
import { deviceName, passkeyLine } from './passkey-texts'
import styles from './rows.module.css'
import { Section } from './section'
import { useConfirmation } from './use-confirmation'

const PasskeyDialog = lazyPart(() => import('./passkey-dialog'), { what: 'a chave de acesso' })

/** The fragment of the URL that leads to this section. */
const PASSKEYS_HASH = '#chaves'

const texts = {
  added: 'Chave de acesso criada. Da próxima vez, entre com ela.',
  known: 'Este aparelho já tem uma chave de acesso desta conta.',
  refused: 'O aparelho não criou a chave de acesso. Veja se a digital, o rosto ou o PIN estão ligados nele, e tente de novo.',
  failed: 'O aparelho não criou a chave de acesso. Tente de novo.',
} as const

/** The passkeys of the account, with a button that adds one. */
export function PasskeysSection() {
  const now = useToday()
  const account = useAccount()
  const isOffline = useOffline()
  const canAdd = useBrowserValue(hasPasskeySupport, true)
  const { data: passkeys, isFailed, isOutdated, fetchedAt, retry } = usePasskeys()
  const { confirmed, question } = useConfirmation()
  const { hash } = useLocation()
  const here = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (hash === PASSKEYS_HASH) here.current?.closest('section')?.scrollIntoView()
  }, [hash])
  const [edited, setEdited] = useState<Passkey | null>(null)
  const { last, opening } = useLastShown(edited)
  const [isBusy, setBusy] = useState(false)
  const [status, setStatus] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)

  async function add(): Promise<void> {
    setBusy(true)
    setStatus(null)
    try {
      const isAdded = await confirmed(() => addPasskey(account, deviceName(navigator.userAgent)))
      if (!isAdded) return
      dismissPasskeyOffer()
      setStatus({ tone: 'success', text: texts.added })
    } catch (failure) {
      const text = textOf(failure)
      if (text) setStatus({ tone: 'danger', text })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section title="Chaves de acesso">
      <p ref={here}>Entrar com a digital, o rosto ou o código do aparelho, sem senha. A senha continua valendo.</p>
      {isFailed ? (
        <LoadFailure what="as chaves de acesso" onRetry={retry} />
      ) : !passkeys ? (
        <Loading what="as chaves de acesso">
          <Skeleton height="56px" />
        </Loading>
      ) : (
        <>
          {isOutdated && <OutdatedNote at={fetchedAt} onRetry={retry} />}
          {passkeys.length > 0 ? (
            <ul className={styles.rows}>
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <IconKey size={22} stroke={1.75} aria-hidden />
                  <p>
                    <b>{passkey.name}</b>
                    <span>{passkeyLine(passkey, now)}</span>
                  </p>
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={`Editar ${passkey.name}`}
                    onClick={() => (setStatus(null), setEdited(passkey))}
                  >
                    Editar
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p>Nenhuma chave ainda. Crie uma em cada aparelho que você usa.</p>
          )}
        </>
      )}
      {status && <StatusLine tone={status.tone}>{status.text}</StatusLine>}
      {canAdd ? (
        <Button
          variant="line"
          icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
          disabled={isOffline}
          busy={isBusy}
          onClick={() => void add()}
        >
          {isBusy ? 'Criando…' : 'Criar chave neste aparelho'}
        </Button>
      ) : (
        <p>Este navegador não cria chaves de acesso. Abra o Prumo em outro navegador ou aparelho para criar uma.</p>
      )}
      {isOffline && <p>Precisa de internet para conferir as chaves.</p>}
      {question}
      {last && (
        <PasskeyDialog
          key={opening}
          isRequested={edited !== null}
          onDismissFailure={() => setEdited(null)}
          passkey={last}
          open={edited !== null}
          confirmed={confirmed}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

/** The server's text, or one for a failure of the device; null if a newer request replaced this one. */
function textOf(failure: unknown): string | null {
  if (!(failure instanceof PasskeyError)) return refusalOf(failure).text
  return { replaced: null, refused: texts.refused, known: texts.known, failed: texts.failed }[failure.why]
}
