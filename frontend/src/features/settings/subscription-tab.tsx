import { useState } from 'react'
import { letsIn } from '@prumo/shared/subscription-texts'
import type { Subscription } from '@prumo/shared/subscriptions'
import { useOffline } from '../../data/connection'
import { usePortal, useSubscription, type SubscriptionWithChange } from '../../data/subscription'
import { useToday } from '../../lib/use-today'
import { Button, ButtonLink } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { Cancellation } from './cancellation'
import { Fact, Facts } from './facts'
import { PlanChange } from './plan-change'
import { doneText } from './plan-change-texts'
import { Section } from './section'
import styles from './subscription-tab.module.css'
import { cardText, dayText, headlineText, inactiveText, lastDay, planText } from './subscription-texts'
import { WaitingPlan } from './waiting-plan'

/** The plan, its period and its card, with ways to change or cancel it. */
export default function SubscriptionTab() {
  const { data: subscription, isFailed, isOutdated, fetchedAt, retry } = useSubscription()
  const [done, setDone] = useState<'canceled' | 'changed' | null>(null)

  if (isFailed) return <LoadFailure what="a assinatura" onRetry={retry} />
  if (!subscription) return <TabSkeleton />
  const { status, cancelAtPeriodEnd, subscriptionId } = subscription
  return (
    <>
      {isOutdated && <OutdatedNote at={fetchedAt} onRetry={retry} />}
      {done === 'canceled' && <StatusLine tone="success">Assinatura cancelada com sucesso!</StatusLine>}
      {done === 'changed' && <StatusLine tone="success">{doneText(subscription)}</StatusLine>}
      {!letsIn(status) ? (
        <Inactive subscription={subscription} />
      ) : (
        <Active subscription={subscription} onChanged={() => setDone('changed')} />
      )}
      {letsIn(status) &&
        subscriptionId !== null &&
        (cancelAtPeriodEnd ? (
          <Resumption />
        ) : (
          <Cancellation subscription={{ ...subscription, subscriptionId }} onDone={() => setDone('canceled')} />
        ))}
    </>
  )
}

function Active({ subscription, onChanged }: { subscription: SubscriptionWithChange; onChanged: () => void }) {
  const now = useToday()
  const { status, cancelAtPeriodEnd, change } = subscription
  const portal = usePortal()
  const isOffline = useOffline()
  const [isChanging, setChanging] = useState(false)
  const day = lastDay(subscription)
  const canChange = status === 'active' && !cancelAtPeriodEnd
  return (
    <Section title={headlineText(subscription)}>
      <Facts>
        <Fact
          label="Plano"
          action={
            canChange && (
              <Button variant="quiet" size="sm" className={styles.change} disabled={isOffline} onClick={() => setChanging(true)}>
                Mudar de plano
              </Button>
            )
          }
        >
          {planText(subscription)}
        </Fact>
        {change && <WaitingPlan subscription={subscription} change={change} />}
        {day && (
          <Fact label={cancelAtPeriodEnd ? 'Acesso até' : status === 'trialing' ? 'Teste até' : 'Renova em'}>{dayText(day, now)}</Fact>
        )}
        <Fact
          label="Cartão"
          action={
            <Button variant="quiet" size="sm" className={styles.change} disabled={isOffline} busy={portal.isOpening} onClick={portal.open}>
              {portal.isOpening ? 'Um momento…' : 'Trocar cartão'}
            </Button>
          }
        >
          {cardText(subscription)}
        </Fact>
      </Facts>
      {portal.failure && <StatusLine tone="danger">{portal.failure}</StatusLine>}
      {canChange && <PlanChange open={isChanging} subscription={subscription} onClose={() => setChanging(false)} onDone={onChanged} />}
    </Section>
  )
}

/** A cancelled subscription whose period is not over can be resumed. */
function Resumption() {
  const portal = usePortal()
  const isOffline = useOffline()
  return (
    <Section title="Mudou de ideia?">
      <p>Nada mais é cobrado. Até o último dia você pode reativar a assinatura na página da Stripe.</p>
      <Button variant="line" disabled={isOffline} busy={portal.isOpening} onClick={portal.open}>
        {portal.isOpening ? 'Um momento…' : 'Reativar assinatura'}
      </Button>
      {isOffline && <p>Precisa de internet para mudar a assinatura.</p>}
      {portal.failure && <StatusLine tone="danger">{portal.failure}</StatusLine>}
    </Section>
  )
}

/** An inactive subscription: the reason, and the action that restores access. */
function Inactive({ subscription }: { subscription: Subscription }) {
  const now = useToday()
  const { status, subscriptionId } = subscription
  const portal = usePortal()
  return (
    <>
      <StatusLine
        tone="warning"
        title="Você não tem uma assinatura ativa."
        action={
          status === 'past_due' ? (
            <Button size="sm" busy={portal.isOpening} onClick={portal.open}>
              Atualizar cartão
            </Button>
          ) : (
            <ButtonLink to="/plans" size="sm">
              Ver os planos
            </ButtonLink>
          )
        }
      >
        {inactiveText(subscription, now)}
      </StatusLine>
      {portal.failure && <StatusLine tone="danger">{portal.failure}</StatusLine>}
      {subscriptionId !== null && (
        <Section title="Sua assinatura">
          <Facts>
            <Fact label="Plano">{planText(subscription)}</Fact>
            <Fact label="Cartão">{cardText(subscription)}</Fact>
          </Facts>
        </Section>
      )}
    </>
  )
}

function TabSkeleton() {
  return (
    <Loading what="a assinatura">
      <div className={styles.skeleton}>
        <Skeleton width="60%" height="1.5rem" />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="34px" />
        ))}
      </div>
    </Loading>
  )
}
