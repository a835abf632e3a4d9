import { useEffect, useState } from 'react'
import { IconAlertTriangle, IconClock, IconFileText, IconRefresh } from '@tabler/icons-react'
import { TERMS_VERSION, termsInWords } from '@prumo/shared/terms'
import { useAccount } from '../data/account'
import { acceptTerms, useProfileRefresh } from '../data/profile'
import { refusalOf } from '../data/refusal'
import { usePortal, useSubscription } from '../data/subscription'
import { kindOf } from '../data/sync/entity-registry'
import { useSyncStatus, useUnsentCommands } from '../data/sync-status'
import { OfflineStrip } from '../features/outbox/offline-strip'
import type { SentTally } from '../features/outbox/sent-tally'
import { formatDate } from '../lib/dates'
import { acceptOfferedDay, useOfferedDay } from '../lib/device-clock'
import { holdReload } from '../lib/reload-holds'
import { useUser } from '../lib/session'
import { useToday } from '../lib/use-today'
import { Strip } from '../ui/strip'
import { useIsIdle } from '../ui/use-is-idle'
import { activateRelease, useRelease } from './releases'

/** The notices above every screen, the most urgent first. All but the first send requests, which can wait for the screen's own. */
export default function Strips({ tally }: { tally: SentTally }) {
  const isIdle = useIsIdle()
  return (
    <>
      {isIdle && <SubscriptionStrip />}
      <OfflineStrip tally={tally} />
      {isIdle && (
        <>
          <TermsStrip />
          <ClockStrip />
          <ReleaseStrip />
        </>
      )}
    </>
  )
}

/**
 * Says that the subscription is canceled or unpaid, and leads to the plans, or to the card while Stripe has not ended it. It also
 * keeps the subscription's status up to date on every screen.
 */
function SubscriptionStrip() {
  const { data: subscription } = useSubscription()
  const portal = usePortal()
  const label = 'Renovar Agora'
  const isUnpaid = subscription?.status === 'past_due'
  return (
    <Strip
      name="subscription"
      tone="warning"
      notice={
        isUnpaid || subscription?.status === 'canceled'
          ? {
              icon: IconAlertTriangle,
              title: 'Sua assinatura está cancelada ou vencida.',
              detail: portal.failure ?? 'Seus dados continuam aqui.',
              actions: [isUnpaid ? { label, isBusy: portal.isOpening, onClick: portal.open } : { label, href: '/plans' }],
            }
          : null
      }
    />
  )
}

/** Asks to accept newer terms of use, from their release on: at least 30 days before they take effect. Nothing is locked until then. */
export function TermsStrip() {
  const account = useAccount()
  const { acceptedTerms: accepted } = useUser()
  const isAccepted = accepted?.version === TERMS_VERSION
  const change = useToday() < TERMS_VERSION ? 'vão mudar' : 'mudaram'
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useProfileRefresh(!isAccepted)

  async function accept() {
    setSending(true)
    setFailure(null)
    await acceptTerms(account).catch((refused: unknown) => setFailure(refusalOf(refused).text))
    setSending(false)
  }

  return (
    <Strip
      name="terms"
      tone="inverse"
      notice={
        isAccepted
          ? null
          : {
              icon: IconFileText,
              title: accepted ? `Os termos de uso ${change}.` : 'Confirme os termos de uso.',
              detail: failure ?? `Valem a partir de ${termsInWords(TERMS_VERSION)}.`,
              actions: [
                { label: 'Ler os termos', href: '/terms', inNewTab: true },
                { label: 'Aceitar', isBusy: isSending, onClick: () => void accept() },
              ],
            }
      }
    />
  )
}

/** Offers the server's day while the device's date is wrong. */
function ClockStrip() {
  const now = useToday()
  const offered = useOfferedDay()
  return (
    <Strip
      name="clock"
      tone="warning"
      notice={
        offered === null
          ? null
          : {
              icon: IconClock,
              title: `Este aparelho está com a data errada: ${formatDate(now)}.`,
              detail: `Hoje é ${formatDate(offered)}.`,
              actions: [{ label: 'Usar a data certa', onClick: acceptOfferedDay }],
            }
      }
    />
  )
}

/** Offers a newer release. */
function ReleaseStrip() {
  const release = useRelease()
  useUnsentReloadHold()
  const notice = { icon: IconRefresh, title: 'Nova versão disponível.' }
  return (
    <Strip
      name="release"
      tone="inverse"
      notice={
        release === 'none'
          ? null
          : release === 'offered'
            ? { ...notice, actions: [{ label: 'Atualizar', onClick: () => void activateRelease() }] }
            : { ...notice, detail: 'Ela entra assim que tudo estiver salvo e enviado.' }
      }
    />
  )
}

/** Queued commands are sent by the release that made them, if possible; without a persistent queue a reload would lose them. */
function useUnsentReloadHold(): void {
  const { waiting, isPersistent } = useSyncStatus()
  const unsent = useUnsentCommands()
  const isLost = !isPersistent && unsent.length > 0
  const isUnfinished = waiting.some(({ command }) => kindOf(command) !== null)
  useEffect(() => {
    if (isLost) return holdReload('lost')
    return isUnfinished ? holdReload('unfinished') : undefined
  }, [isLost, isUnfinished])
}
