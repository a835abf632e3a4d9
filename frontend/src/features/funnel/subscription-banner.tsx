import { useState } from 'react'
import { messageOf } from '../../lib/api'
import { saveFile } from '../../lib/save-file'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import { fetchAccountExport, isSuspended, createPortalSession, type PlanSubscription } from './plan-subscription'
import styles from './subscription-banner.module.css'

const over = { title: 'Sua assinatura está cancelada ou vencida.', next: null, way: null }
const unpaid = {
  title: over.title,
  next: 'Atualize o cartão para voltar a entrar; trocar de plano, só quando este terminar.',
  way: 'Atualizar cartão',
}
const stopped = {
  title: 'Sua assinatura está parada.',
  next: 'Veja na Stripe o que falta para voltar a entrar; trocar de plano, só quando este terminar.',
  way: 'Abrir a Stripe',
}

/**
 * Shown after a subscription became inactive: the data is kept and can be downloaded, and a subscription that still exists at Stripe
 * can be settled there.
 */
export function SubscriptionBanner({ subscription }: { subscription: PlanSubscription }) {
  const { status } = subscription
  const visit = usePageNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  if (status === 'other' && !isSuspended(subscription)) return null
  const { title, next, way } = status === 'other' ? stopped : status === 'past_due' ? unpaid : over

  const attempt = (work: () => Promise<void>) => () => {
    setFailure(null)
    work().catch((error: unknown) => setFailure(messageOf(error)))
  }
  const openPortal = attempt(async () => visit(await createPortalSession()))
  const exportData = attempt(async () => {
    const everything = await fetchAccountExport()
    saveFile({ name: `prumo-backup-${today()}.json`, type: 'application/json', text: `${JSON.stringify(everything, null, 2)}\n` })
  })

  return (
    <>
      <StatusLine
        tone="warning"
        title={title}
        action={
          <div className={styles.ways}>
            {way && (
              <Button size="sm" onClick={openPortal}>
                {way}
              </Button>
            )}
            <Button size="sm" variant="line" onClick={exportData}>
              Exportar meus dados
            </Button>
          </div>
        }
      >
        Seus dados continuam aqui.{next && ` ${next}`}
      </StatusLine>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </>
  )
}

/** The date in São Paulo: `2026-11-22`. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
}
