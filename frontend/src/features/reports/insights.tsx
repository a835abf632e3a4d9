import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInfoCircle, type Icon } from '@tabler/icons-react'
import type { InsightTone } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { formatMoment } from '../../lib/moments'
import { useToday } from '../../lib/use-today'
import { ReportPart } from './report-part'
import { waitingText } from './report-texts'
import styles from './insights.module.css'

// Arrows are for money that comes and goes.
const icons: Record<InsightTone, Icon> = { positive: IconCircleCheck, warning: IconAlertTriangle, neutral: IconInfoCircle }

interface InsightsProps {
  report: Report
  /** The number of queued commands that the report does not include. */
  waiting: number
  children: ReactNode
}

/** The insights as sentences, with the time of the report. */
export function InsightsPart({ report, waiting, children }: InsightsProps) {
  const waits = waitingText(waiting)
  const now = useToday()
  return (
    <ReportPart title="O que isso diz">
      {report.insights.length > 0 && (
        <ul className={styles.insights}>
          {report.insights.map(({ kind, tone, title, detail }) => {
            const ToneIcon = icons[tone]
            return (
              <li key={kind} data-tone={tone}>
                <ToneIcon size={20} stroke={1.75} aria-hidden />
                <p>
                  {tone === 'warning' && <span className="visually-hidden">Atenção: </span>}
                  <b>{title}</b> {detail}
                </p>
              </li>
            )
          })}
        </ul>
      )}
      <p className={styles.summary}>{report.summaryText}</p>
      <p className={styles.asOf}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        <span>
          Calculado {formatMoment(Date.parse(report.computedAt), now)}.{report.stale && ' Atualizando…'} {waits}
        </span>
      </p>
      {children}
    </ReportPart>
  )
}
