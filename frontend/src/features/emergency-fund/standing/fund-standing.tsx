import type { CSSProperties } from 'react'
import { IconMinus } from '@tabler/icons-react'
import { IconPlus } from '@tabler/icons-react'
import type { EmergencyFund, FundAnalysis } from '@prumo/shared/emergency-fund'
import type { FundStanding as Standing } from '@prumo/shared/emergency-fund-rules'
import { Button } from '../../../ui/button/button'
import { Balance } from '../../../ui/money/balance'
import { widthInEms } from '../../../ui/money/money-format'
import type { MovementDraft } from '../fund/fund-changes'
import { momentText } from '../fund/words'
import { Gauge } from '../gauge/gauge'
import { figuresOf, howFar, speakStanding } from './standing-words'
import { StandingFrame } from './standing-frame'
import styles from './fund-standing.module.css'

interface FundStandingProps {
  fund: EmergencyFund | null
  standing: Standing
  analysis: FundAnalysis
  onMove: (kind: MovementDraft['kind']) => void
}

/** How much there is, how far that is, and what can be done about it. */
export function FundStanding({ fund, standing, analysis, onMove }: FundStandingProps) {
  const months = fund && standing.targetAmount > 0 ? fund.targetMonths : null
  return (
    <StandingFrame
      gauge={<Gauge percent={standing.percent} text={speakStanding(standing)} months={months} />}
      actions={
        <>
          <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={() => onMove('deposit')}>
            Adicionar
          </Button>
          {fund && (
            <Button variant="line" icon={<IconMinus size={20} stroke={1.75} aria-hidden />} onClick={() => onMove('withdrawal')}>
              Retirar
            </Button>
          )}
          <p className={styles.stale}>{analysis.stale && <span>Média de despesas calculada {momentText(analysis.computedAt)}. Atualizando…</span>}</p>
        </>
      }
    >
      <h2 className={styles.label}>Valor Atual</h2>
      <Balance centavos={standing.currentAmount} />
      <div className={styles.message} role="status">
        <h3>{standing.message.title}</h3>
        <p>{howFar(standing, fund)}</p>
      </div>
      <dl className={styles.figures}>
        {figuresOf(standing).map(({ label, text, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            {/* A long one is set smaller rather than cut. */}
            <dd style={{ '--ems': widthInEms(text) } as CSSProperties}>{text}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </StandingFrame>
  )
}
