import { useEffect, useState } from 'react'
import { IconKey } from '@tabler/icons-react'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { rejections } from '@prumo/shared/rejections'
import { MAX_EMAIL } from '@prumo/shared/limits'
import { ApiError } from '../../lib/api'
import { useArrival } from '../../lib/arrival'
import { useBrowserValue } from '../../lib/browser-value'
import { useForm } from '../../lib/form'
import { checkLoginEmail, checkLoginPassword } from '../../lib/identity-rules'
import { recordPasswordEntry } from '../../lib/passkey-offer'
import { hasPasskeySupport, PasskeyError } from '../../lib/passkeys'
import { beginSession } from '../../lib/session'
import { countSharedFiles } from '../../lib/shared-files'
import { whenSignedIn } from '../../lib/shared-session'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/field/checkbox'
import { PasswordField } from '../../ui/field/password-field'
import { TextField } from '../../ui/field/text-field'
import { useNarrow } from '../../ui/media'
import { StatusLine } from '../../ui/status-line'
import { IdentityLayout } from './identity-layout'
import styles from './identity-layout.module.css'
import { logIn } from './identity.api'
import { usePasskeySignIn } from './use-passkey-sign-in'

const REDIRECT_AFTER_MS = 500
const FAILED_TEXT = 'Erro ao fazer login. Tente novamente em alguns instantes.'

export function Component() {
  const visit = usePageNavigate()
  const arrival = useArrival()
  const shared = useSharedCount()
  const destination = arrival.from ?? (shared > 0 ? '/dashboard/import?compartilhado=1' : '/dashboard')
  const [welcomed, setWelcomed] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [rememberMe, setRememberMe] = useState(false)
  const hasPasskeys = useBrowserValue(hasPasskeySupport, true)
  const passkey = usePasskeySignIn({
    rememberMe,
    onEntered: ({ token, user }) => {
      setFailure(null)
      beginSession(token, user, rememberMe)
      setWelcomed(true)
    },
    onRefused: (refusal) => setFailure(textOf(refusal)),
  })
  const form = useForm({ email: '', password: '' }, { email: checkLoginEmail, password: checkLoginPassword })

  useEffect(() => {
    // Already signed in: by Back, or in another tab.
    if (!welcomed) return whenSignedIn(() => visit(destination, { replace: true }))
    const timer = setTimeout(() => visit(destination, { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [welcomed, destination, visit])

  const submit = form.submit(async ({ email, password }) => {
    setFailure(null)
    try {
      const { token, user } = await logIn(email, password, rememberMe)
      beginSession(token, user, rememberMe)
      recordPasswordEntry()
      setWelcomed(true)
    } catch (refusal) {
      if (refusal instanceof ApiError && form.reject(refusal.fields)) return
      setFailure(textOf(refusal))
    }
  })

  return (
    <IdentityLayout
      title="Entrar"
      footer={
        <>
          <p>
            Ainda não tem conta?
            <a href="/register" className={styles.link}>
              Criar conta
            </a>
          </p>
          <p>
            Quer saber quanto sobra?
            <a href="/analysis" className={styles.link}>
              Fazer a análise grátis
            </a>
          </p>
        </>
      }
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {shared > 0 && <SharedFiles count={shared} />}
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
        {!failure && arrival.expired && <StatusLine>{rejections.UNAUTHENTICATED.text}</StatusLine>}
        {!failure && arrival.problem && <StatusLine tone="danger">{arrival.problem}</StatusLine>}
        {!failure && arrival.notice && <StatusLine tone="success">{arrival.notice}</StatusLine>}
        <TextField
          field={form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          maxLength={MAX_EMAIL}
        />
        <PasswordField field={form.field('password')} label="Senha" autoComplete="current-password" />
        <div className={styles.row}>
          <Checkbox label="Lembrar de mim" name="rememberMe" checked={rememberMe} onChange={setRememberMe} />
          <a href="/forgot-password" className={styles.link}>
            Esqueci minha senha
          </a>
        </div>
        <Button type="submit" size="lg" block busy={form.busy || welcomed}>
          {form.busy || welcomed ? 'Entrando…' : 'Entrar'}
        </Button>
        {hasPasskeys && (
          <Button
            variant="line"
            size="lg"
            block
            className={styles.other}
            icon={<IconKey size={20} stroke={1.75} aria-hidden />}
            busy={passkey.isEntering}
            onClick={passkey.enter}
          >
            Entrar com chave de acesso
          </Button>
        )}
      </form>
    </IdentityLayout>
  )
}

function useSharedCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => void countSharedFiles().then(setCount), [])
  return count
}

/** Files that another app shared while the person was signed out. */
function SharedFiles({ count }: { count: number }) {
  const device = useNarrow() ? 'celular' : 'computador'
  return (
    <StatusLine title={count === 1 ? `1 extrato espera neste ${device}` : `${count} extratos esperam neste ${device}`}>
      Entre para conferir. {count === 1 ? 'Ele fica guardado' : 'Eles ficam guardados'} aqui por 30 minutos.
    </StatusLine>
  )
}

/** The text of a refusal; server errors have the login's own. */
function textOf(refusal: unknown): string {
  if (refusal instanceof PasskeyError) return passkeyTexts.notReleased
  return refusal instanceof ApiError && refusal.status < 500 ? refusal.message : FAILED_TEXT
}
