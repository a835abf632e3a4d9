import { useState } from 'react'
import { get, messageOf, submit } from '../../lib/api'
import { useVisit } from '../../lib/visit'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import type { Standing } from './standing'
import styles from './standing-banner.module.css'

/** For whoever had a plan: nothing is lost, everything can be taken along, and a card that failed can be changed. */
export function StandingBanner({ standing: { status } }: { standing: Standing }) {
  const visit = useVisit()
  const [failure, setFailure] = useState<string | null>(null)
  if (status !== 'canceled' && status !== 'past_due') return null

  const attempt = (work: () => Promise<void>) => () => {
    setFailure(null)
    work().catch((error: unknown) => setFailure(messageOf(error)))
  }
  const changeCard = attempt(async () => visit((await submit<{ url: string }>('/subscriptions/portal', undefined, { anonymous: false })).url))
  const exportData = attempt(async () => download('prumo-dados', await get<unknown>('/data/export')))

  return (
    <>
      <StatusLine
        tone="warning"
        title="Sua assinatura está cancelada ou vencida."
        action={
          <div className={styles.ways}>
            {status === 'past_due' && (
              <Button size="sm" onClick={changeCard}>
                Atualizar cartão
              </Button>
            )}
            <Button size="sm" variant="line" onClick={exportData}>
              Exportar meus dados
            </Button>
          </div>
        }
      >
        Seus dados continuam aqui.
      </StatusLine>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </>
  )
}

/** Gives a file to the person, named with the date. */
function download(name: string, content: unknown): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  link.download = `${name}-${new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
