import { useEffect, useState } from 'react'
import { formatLastDay, guestLinkTerm, guestScopeText, guestTexts } from '@prumo/shared/guest-texts'
import type { Invitation } from '@prumo/shared/guests'
import { MAX_EMAIL, SESSION_HOURS } from '@prumo/shared/limits'
import { ApiError, messageOf } from '../../lib/api'
import { useArrival } from '../../lib/arrival'
import { useBrowserValue } from '../../lib/browser-value'
import { useForm } from '../../lib/form'
import { checkEmail } from '../../lib/identity-rules'
import { usePageNavigate } from '../../lib/page-navigate'
import { beginVisit } from '../../lib/session'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field/text-field'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { IdentityLayout } from './identity-layout'
import styles from './invitation-page.module.css'
import layout from './identity-layout.module.css'
import { enterByInvitation, lookAtInvitation, requestGuestLink } from './identity.api'

/** What the holder of a link sees. Opening the page enters nothing: mail scanners follow links too. */
export function Component() {
  const token = useBrowserValue(tokenOfAddress, null)
  const [isDead, setDead] = useState(false)
  if (token === null) return <Waiting />
  if (token === '') return <LinkRequest problem={null} />
  if (isDead) return <LinkRequest problem={guestTexts.linkInvalid} />
  return <InvitationOf token={token} onDead={() => setDead(true)} />
}

/** The token is the fragment, which browsers never send to a server. */
function tokenOfAddress(): string {
  return window.location.hash.slice(1)
}

interface InvitationOfProps {
  token: string
  /** The link was used, voided or has expired. */
  onDead: () => void
}

function InvitationOf({ token, onDead }: InvitationOfProps) {
  const [seen, setSeen] = useState<Invitation | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let isUnmounted = false
    lookAtInvitation(token).then(
      (found) => isUnmounted || setSeen(found),
      (refusal: unknown) => {
        if (isUnmounted) return
        if (refusal instanceof ApiError && refusal.status === 400) onDead()
        else setFailure(messageOf(refusal))
      },
    )
    return () => void (isUnmounted = true)
    // The callbacks only set states of the parent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [token, tries])

  if (seen) return <Entrance token={token} invitation={seen} onDead={onDead} />
  if (failure === null) return <Waiting />
  return (
    <IdentityLayout title="Convite para ver">
      <div className={layout.form}>
        <StatusLine tone="danger">{failure}</StatusLine>
        <Button
          size="lg"
          onClick={() => {
            setFailure(null)
            setTries(tries + 1)
          }}
        >
          Tentar de novo
        </Button>
      </div>
    </IdentityLayout>
  )
}

function Entrance({ token, invitation, onDead }: InvitationOfProps & { invitation: Invitation }) {
  const visit = usePageNavigate()
  const { owner, name, until } = invitation
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({}, {})
  const [firstName] = owner.name.split(' ')

  const submit = form.submit(async () => {
    setFailure(null)
    try {
      const entered = await enterByInvitation(token)
      beginVisit(entered.token, entered.user)
      visit('/dashboard/transactions', { replace: true })
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.status === 400) onDead()
      else setFailure(messageOf(refusal))
    }
  })

  return (
    <IdentityLayout title={`${owner.name} convidou você a ver as contas de ${owner.businessName}`} wide>
      <dl className={styles.facts}>
        <div>
          <dt>Para</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Pode ver</dt>
          <dd>{guestScopeText.charAt(0).toUpperCase() + guestScopeText.slice(1)}</dd>
        </div>
        <div>
          <dt>Até</dt>
          <dd>{until === null ? `${firstName} encerrar o acesso` : formatLastDay(until)}</dd>
        </div>
        <div>
          <dt>Esta visita</dt>
          <dd>{SESSION_HOURS} horas, ou até você sair</dd>
        </div>
      </dl>
      <form className={layout.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
        <div className={styles.doors}>
          <Button type="submit" size="lg" busy={form.busy}>
            {form.busy ? 'Entrando…' : 'Entrar'}
          </Button>
          <a href="/" className={layout.link}>
            Não sou {name}
          </a>
        </div>
      </form>
      <p className={styles.fine}>
        Abrir o link não entra em nada; só este botão entra. Cada visita fica registrada para {firstName}. Para voltar depois,{' '}
        <a href="/convite">peça um link novo</a>.
      </p>
    </IdentityLayout>
  )
}

/** Where a guest asks for another link: with an address alone, and with a link that no longer works. */
function LinkRequest({ problem }: { problem: string | null }) {
  const { expired } = useArrival()
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({ email: '' }, { email: checkEmail })

  const submit = form.submit(async ({ email }) => {
    setFailure(null)
    try {
      await requestGuestLink(email)
      setSent(true)
    } catch (refusal) {
      if (refusal instanceof ApiError && form.reject(refusal.fields)) return
      setFailure(messageOf(refusal))
    }
  })

  if (sent) {
    return (
      <IdentityLayout title="Pedir um link novo">
        <div className={layout.form}>
          <StatusLine tone="success" title="Se houver um convite para este email, enviamos um link.">
            O link vale por {guestLinkTerm} e entra uma vez. Se ele não chegar, confira a caixa de spam.
          </StatusLine>
        </div>
      </IdentityLayout>
    )
  }
  return (
    <IdentityLayout
      title="Pedir um link novo"
      lead="Digite o email em que chegou o convite. Cada visita pede um link novo, que chega por ele."
    >
      <form className={layout.form} noValidate onSubmit={(event) => void submit(event)}>
        {(failure ?? problem) && <StatusLine tone="danger">{failure ?? problem}</StatusLine>}
        {!failure && !problem && expired && <StatusLine tone="neutral">A visita terminou. Para ver de novo, peça um link.</StatusLine>}
        <TextField
          field={form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={MAX_EMAIL}
        />
        <Button type="submit" size="lg" block busy={form.busy}>
          {form.busy ? 'Enviando…' : 'Enviar link'}
        </Button>
      </form>
    </IdentityLayout>
  )
}

function Waiting() {
  return (
    <IdentityLayout title="Convite para ver">
      <Loading what="o convite">
        <div className={styles.waiting}>
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </div>
      </Loading>
    </IdentityLayout>
  )
}
