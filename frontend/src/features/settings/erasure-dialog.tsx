import { useId, useRef, useState } from 'react'
import { identityTexts } from '@prumo/shared/identity-texts'
import { useAccount } from '../../data/account'
import { eraseAccount } from '../../data/account-data'
import { useOffline } from '../../data/connection'
import { refusalOf } from '../../data/refusal'
import { useUnsentCommands } from '../../data/sync-status'
import { useSubscription } from '../../data/subscription'
import { useUser } from '../../lib/session'
import { completeSignOut } from '../../lib/session-start'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'
import { PasswordField } from '../../ui/field/password-field'
import { StatusLine } from '../../ui/status-line'
import styles from './data-tab.module.css'
import { endTexts } from './subscription-texts'
import { unsentText } from './settings-texts'

interface ErasureDialogProps {
  open: boolean
  onClose: () => void
}

const ERASED_TEXT = 'Conta encerrada. Um email confirma que seus dados foram apagados.'

/** Explains the erasure of the account, and performs it after the password is confirmed. */
export default function ErasureDialog({ open, onClose }: ErasureDialogProps) {
  const account = useAccount()
  const { email } = useUser()
  const isOffline = useOffline()
  const { data: subscription } = useSubscription()
  const unsent = unsentText(useUnsentCommands().length)
  const formId = useId()
  const field = useRef<HTMLElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<{ text: string; isOfField: boolean } | null>(null)
  const [isBusy, setBusy] = useState(false)

  function close(): void {
    setPassword('')
    setProblem(null)
    onClose()
  }

  function object(text: string): void {
    setProblem({ text, isOfField: true })
    field.current?.focus()
  }

  async function erase(): Promise<void> {
    if (isBusy || isOffline) return
    if (password === '') return object(identityTexts.loginPasswordMissing)
    setBusy(true)
    setProblem(null)
    try {
      await eraseAccount(account, password)
      await completeSignOut({ notice: ERASED_TEXT, isOver: true })
    } catch (failure) {
      setBusy(false)
      const { text, fields } = refusalOf(failure)
      if ('password' in fields) object(text)
      else setProblem({ text, isOfField: false })
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Encerrar a conta"
      actions={
        <>
          <Button variant="line" data-autofocus onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="danger" disabled={isOffline} busy={isBusy}>
            {isBusy ? 'Encerrando…' : 'Encerrar a conta'}
          </Button>
        </>
      }
    >
      <ul className={styles.consequences}>
        {endTexts(subscription).map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>Seus dados ficam ilegíveis para sempre. Ninguém consegue trazê-los de volta.</li>
        <li>Todos os aparelhos saem da conta.</li>
        <li>Um email confirma que foi feito, e seu endereço fica livre para uma conta nova.</li>
        {unsent && <li>{unsent}</li>}
        <li>Quer guardar uma cópia? Exporte o backup antes.</li>
      </ul>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void erase()
        }}
      >
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          field={{
            name: 'password',
            value: password,
            error: problem?.isOfField ? problem.text : null,
            onChange: (typed) => {
              setPassword(typed)
              setProblem(null)
            },
            onBlur: () => undefined,
            ref: (element) => void (field.current = element),
          }}
          label="Sua senha"
          autoComplete="current-password"
        />
        {isOffline && <p>Precisa de internet para encerrar a conta.</p>}
        {problem && !problem.isOfField && <StatusLine tone="danger">{problem.text}</StatusLine>}
      </form>
    </Dialog>
  )
}
