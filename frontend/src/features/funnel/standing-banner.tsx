import { useState } from 'react'
import type { AccountExport } from '@prumo/shared/account-data'
import { get, messageOf } from '../../lib/api'
import { saveFile } from '../../lib/save-file'
import { useVisit } from '../../lib/visit'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import { portalPage, type Standing } from './standing'
import styles from './standing-banner.module.css'

/** For whoever had a plan: nothing is lost, everything can be taken along, and a card that failed can be changed. */
export function StandingBanner({ standing: { status } }: { standing: Standing }) {
  const visit = useVisit()
  const [failure, setFailure] = useState<string | null>(null)
  if (status === 'other') return null

  const attempt = (work: () => Promise<void>) => () => {
    setFailure(null)
    work().catch((error: unknown) => setFailure(messageOf(error)))
  }
  const changeCard = attempt(async () => visit(await portalPage()))
  const exportData = attempt(async () => {
    const everything = await get<AccountExport>('/data/export')
    saveFile({ name: `prumo-backup-${today()}.json`, type: 'application/json', text: `${JSON.stringify(everything, null, 2)}\n` })
  })

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
        {status === 'past_due' && ' Atualize o cartão para voltar a entrar; trocar de plano, só quando este terminar.'}
      </StatusLine>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </>
  )
}

/** In São Paulo: `2026-11-22`. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
}
