import type { CSSProperties, ReactNode } from 'react'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { EmergencyFund, FundAnalysis } from '@prumo/shared/emergency-fund'
import type { FundStanding as Standing } from '@prumo/shared/emergency-fund-rules'
import type { MovementDraft } from '../../data/emergency-fund-commands'
import { wordsOf } from '../../data/sync/entity-registry'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useSyncStatus } from '../../data/sync-status'
import { formatMoment } from '../../lib/moments'
import { useToday } from '../../lib/use-today'
import { Balance } from '../../ui/balance'
import { Button } from '../../ui/button'
import { widthInEms } from '../../ui/money-format'
import { SyncMark } from '../../ui/sync-mark'
import { Loading, Skeleton } from '../../ui/skeleton'
import { EmptyGauge, Gauge } from './gauge'
import { fundFigures, describeProgress, speakFundStatus } from './fund-figures'
import styles from './fund-status.module.css'

interface FundStatusProps {
  fund: EmergencyFund | null
  standing: Standing
  mark: SyncMarkKind | undefined
  analysis: FundAnalysis
  /** The basis of the target in words; null while unknown. */
  basis: string | null
  /** The analysis or the target does not include the latest changes yet. */
  isBehind: boolean
  onMove: (kind: MovementDraft['kind']) => void
}

/** The amount of the fund, its progress, and the buttons that move money. */
export function FundStatus({ fund, standing, mark, analysis, basis, isBehind, onMove }: FundStatusProps) {
  const months = fund && standing.targetAmount > 0 ? fund.targetMonths : null
  return (
    <FundStatusFrame
      gauge={<Gauge percent={standing.percent} text={speakFundStatus(standing)} months={months} />}
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
          <BehindNote analysis={analysis} isBehind={isBehind} />
        </>
      }
    >
      <h2 className={styles.label}>Valor Atual</h2>
      <Balance centavos={standing.currentAmount} />
      {mark && <FundMark mark={mark} />}
      <div className={styles.message} role="status">
        <h3 className="section-title">{standing.message.title}</h3>
        <p>{describeProgress(standing, fund)}</p>
        <p className={styles.basis}>{basis}</p>
      </div>
      <dl className={styles.figures}>
        {fundFigures(standing).map(({ label, text, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            {/* Reduces the text size of a long amount instead of cutting it. */}
            <dd style={{ '--ems': widthInEms(text) } as CSSProperties}>{text}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </FundStatusFrame>
  )
}

/** The state of a queued or refused change of the fund, with the reason. Only this place shows it. */
function FundMark({ mark }: { mark: SyncMarkKind }) {
  const { undecided } = useSyncStatus()
  return (
    <div className={styles.mark}>
      <SyncMark mark={mark} />
      {undecided.map(
        ({ command, status }) =>
          command.entity === 'emergency-fund' &&
          status.is === 'refused' && <p key={command.id}>{`Você quis ${wordsOf(command).infinitive}. ${status.reason.text}`}</p>,
      )}
    </div>
  )
}

/** The time of the computed average while it is stale. Keeps its height while empty. */
function BehindNote({ analysis, isBehind }: Pick<FundStatusProps, 'analysis' | 'isBehind'>) {
  const { isStalled } = useSyncStatus()
  const now = useToday()
  const rest = isStalled ? ', sem o que aguarda envio.' : '. Atualizando…'
  return (
    <p className={styles.stale}>
      {isBehind && <span>{`Média de despesas calculada ${formatMoment(Date.parse(analysis.computedAt), now)}${rest}`}</span>}
    </p>
  )
}

interface FundStatusFrameProps {
  gauge: ReactNode
  /** Rendered beside the gauge. */
  children: ReactNode
  actions: ReactNode
}

/** The layout: the gauge, the figures beside it and the buttons. */
function FundStatusFrame({ gauge, children, actions }: FundStatusFrameProps) {
  return (
    <section className={styles.frame} aria-label="Situação da reserva">
      <div className={styles.inner}>
        {gauge}
        <div className={styles.beside}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </section>
  )
}

/** The placeholder while the fund loads, with the same measures. */
export function FundStatusSkeleton() {
  return (
    <Loading what="a reserva">
      <FundStatusFrame gauge={<EmptyGauge />} actions={<Skeleton width="8.5rem" height="44px" />}>
        <p className={styles.label}>
          <Skeleton width="7em" />
        </p>
        <div className={styles.waiting}>
          <Skeleton width="5.5em" height="0.8em" />
        </div>
        <div className={styles.message}>
          <div className="section-title">
            <Skeleton width="9em" />
          </div>
          <p>
            <Skeleton width="34ch" />
          </p>
          <p className={styles.basis}>
            <Skeleton width="40ch" />
          </p>
        </div>
        <div className={styles.figures}>
          {[0, 1, 2].map((figure) => (
            <div key={figure}>
              <Skeleton width="70%" height="4.25rem" />
            </div>
          ))}
        </div>
      </FundStatusFrame>
    </Loading>
  )
}
