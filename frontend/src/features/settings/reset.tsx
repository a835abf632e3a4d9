import { useEffect, useState } from 'react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { accountDataTexts } from '@prumo/shared/account-data-texts'
import { useAccount } from '../../data/account'
import { resetAccount, useContents, useResetPending } from '../../data/account-data'
import { useOffline } from '../../data/connection'
import { refusalOf } from '../../data/refusal'
import { useUnsentCommands } from '../../data/sync-status'
import { completeSignOut } from '../../lib/session-start'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'
import { TextField } from '../../ui/field/text-field'
import styles from './data-tab.module.css'
import { Section } from './section'
import { useConfirmation } from './use-confirmation'
import { contentsText, unsentText } from './settings-texts'

/** The word that the person has to type. */
const WORD = 'APAGAR'
/** How long the confirmation is shown before the redirect to the login. */
const LEAVES_AFTER_MS = 6000

/** Deletes all data of the account, on the device and the server, and signs out. */
export function Reset() {
  const account = useAccount()
  const isOffline = useOffline()
  const { isEmptying, isLate } = useResetPending()
  const unsent = unsentText(useUnsentCommands().length)
  const [typed, setTyped] = useState('')
  const [isResetting, setResetting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const { confirmed, isAsking, question } = useConfirmation(
    'Você vai apagar todos os dados da conta. Por segurança, confirme com sua senha. Os dados são apagados em seguida.',
  )
  // Also busy after a reload, until the outcome of a sent reset is known.
  const isBusy = isResetting || isEmptying

  async function reset(): Promise<void> {
    setResetting(true)
    setFailure(null)
    try {
      if (await confirmed(() => resetAccount(account))) setDone(true)
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setResetting(false)
    }
  }

  return (
    <Section title="Apagar todos os dados">
      <form
        className={styles.zone}
        aria-label="Apagar todos os dados"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === WORD && !isBusy && !isOffline) void reset()
        }}
      >
        <p className={styles.warning}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {accountDataTexts.resetWarning}
        </p>
        <Contents />
        {unsent && !isEmptying && <p>{unsent}</p>}
        <div className={styles.field}>
          <TextField
            field={{ name: 'confirm', value: typed, error: null, onChange: setTyped, onBlur: () => undefined, ref: () => undefined }}
            label={`Digite ${WORD} para confirmar`}
            autoComplete="off"
            autoCapitalize="characters"
          />
        </div>
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
        {isLate && (
          <StatusLine>
            Ainda não sabemos se os dados foram apagados. O pedido se repete até a conta responder, e até lá nada mais é enviado.
          </StatusLine>
        )}
        <Button
          type="submit"
          variant={typed.trim() === WORD ? 'danger' : 'line'}
          disabled={typed.trim() !== WORD || isOffline}
          busy={isBusy}
        >
          {isBusy && !isAsking ? 'Apagando…' : 'Apagar todos os dados'}
        </Button>
        {/* Below the button, so that a change of the connection does not move it. */}
        {isOffline && <p>Precisa de internet para apagar os dados.</p>}
      </form>
      {question}
      <Done open={isDone} />
    </Section>
  )
}

/** The numbers of what will be deleted, as far as they are known. */
function Contents() {
  const { data } = useContents()
  return <p>{data ? contentsText(data) : 'Transações, metas, tarefas e a reserva.'} Login e assinatura ficam.</p>
}

/** Confirms the reset, then leaves. */
function Done({ open }: { open: boolean }) {
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => void completeSignOut(), LEAVES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [open])
  return (
    <Dialog
      open={open}
      onClose={() => void completeSignOut()}
      title="Dados apagados"
      actions={
        <Button data-autofocus onClick={() => void completeSignOut()}>
          Sair agora
        </Button>
      }
    >
      <p role="alert">{accountDataTexts.resetDone}</p>
    </Dialog>
  )
}
