import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { isActiveMonth, monthAfter } from '@prumo/shared/mei-rules'
import { monthlyReportDueDate } from '@prumo/shared/mei-obligations'
import type { MeiActivity } from '@prumo/shared/mei-rules'
import type { MonthlyReport } from '@prumo/shared/mei'
import { formatPlainCentavos } from '@prumo/shared/money'
import { useMei, useMonthlyReport } from '../../data/mei'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { formatDate, formatDayOfMonth, formatMonth } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { PlainSelect } from '../../ui/field/plain-select'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Loading, Skeleton } from '../../ui/skeleton'
import { DeliveredList } from './delivered-list'
import { MONTH_PARAM } from './mei-address'
import { deliverableFrom } from './mei-texts'
import { MissingProfile } from './missing-profile'
import { Paper, PaperRow, PaperTable, SheetFrame } from './sheet-frame'
import { FigureRows } from './figure-rows'
import type { ShownFigure } from './rows-sheet'
import { useDelivery } from './use-mei-sheet'
import styles from './sheet-frame.module.css'

const TITLE = 'Relatório Mensal'

/** The Relatório Mensal das Receitas Brutas of a month, to be looked at, printed and marked as done. */
export default function MonthlyReportPage() {
  const profile = useMei()
  if (profile.isFailed) return <LoadFailure what="os dados do MEI" onRetry={profile.retry} />
  if (profile.data === null) return <MissingProfile title={TITLE} />
  return <ReportSheet profile={profile.data ?? null} />
}

/** The months of the activity up to this one, newest first. */
function monthsOf({ openedOn, closedOn }: MeiProfileEntity, now: CalendarMonth): CalendarMonth[] {
  const months: CalendarMonth[] = []
  for (let month = monthOf(openedOn); month <= now && isActiveMonth({ openedOn, closedOn }, month); month = monthAfter(month, 1))
    months.unshift(month)
  return months
}

function ReportSheet({ profile }: { profile: MeiProfileEntity | null }) {
  const [address, setAddress] = useSearchParams()
  const now = useToday()
  const months = profile ? monthsOf(profile, monthOf(now)) : []
  const asked = address.get(MONTH_PARAM) ?? ''
  const month = months.includes(asked) ? asked : (months[0] ?? monthOf(now))
  const reading = useMonthlyReport(month, profile)
  const report = reading.data ?? null
  const { problem, isRecorded, record } = useDelivery('monthly_report', month, profile)
  const [figure, setFigure] = useState<ShownFigure | null>(null)
  const isGuest = useIsGuest()

  return (
    <SheetFrame
      title={TITLE}
      canPrint={report !== null}
      choice={
        <PlainSelect
          label="Mês"
          isLabelled
          value={month}
          options={(months.length > 0 ? months : [month]).map((each) => [each, formatMonth(each)] as const)}
          onChange={(next) => setAddress({ [MONTH_PARAM]: next }, { replace: true })}
        />
      }
      action={
        <>
          {!isGuest && (
            <Button
              variant="line"
              block
              disabled={report === null || problem !== null || isRecorded}
              onClick={() =>
                report && record({ commerce: report.commerce, industry: report.industry, services: report.services, total: report.total })
              }
            >
              Salvar como feito
            </Button>
          )}
          <p className={styles.hint}>
            {problem && profile && !isGuest
              ? `Dá para salvar a partir de ${formatDayOfMonth(deliverableFrom('monthly_report', month, profile), now)}. `
              : ''}
            O prazo é {formatDayOfMonth(monthlyReportDueDate(month), now)}. Não se entrega: guarda-se por cinco anos, com as notas.
          </p>
        </>
      }
      made={<DeliveredList kind="monthly_report" />}
    >
      {reading.isOutdated && <OutdatedNote at={reading.fetchedAt} onRetry={reading.retry} />}
      {reading.isFailed ? (
        <LoadFailure what="o relatório" onRetry={reading.retry} />
      ) : report ? (
        <ReportPaper report={report} onOpen={setFigure} />
      ) : (
        <Loading what="o relatório">
          <Skeleton height="52rem" />
        </Loading>
      )}
      {profile && <FigureRows asked={figure} profile={profile} onClose={() => setFigure(null)} />}
    </SheetFrame>
  )
}

interface ActivityFields {
  activity: MeiActivity
  heading: string
  /** The number and the name of the field without a note, with one, and of their sum. */
  fields: readonly [without: PaperField, withNote: PaperField, sum: PaperField]
}
type PaperField = readonly [number: string, name: string]

/** The fields of Anexo X. */
const parts: readonly ActivityFields[] = [
  {
    activity: 'commerce',
    heading: 'Revenda de mercadorias (comércio)',
    fields: [
      ['I', 'Revenda de mercadorias com dispensa de emissão de documento fiscal'],
      ['II', 'Revenda de mercadorias com documento fiscal emitido'],
      ['III', 'Total das receitas com revenda de mercadorias (I\u00a0+\u00a0II)'],
    ],
  },
  {
    activity: 'industry',
    heading: 'Venda de produtos industrializados (indústria)',
    fields: [
      ['IV', 'Venda de produtos industrializados com dispensa de emissão de documento fiscal'],
      ['V', 'Venda de produtos industrializados com documento fiscal emitido'],
      ['VI', 'Total das receitas com venda de produtos industrializados (IV\u00a0+\u00a0V)'],
    ],
  },
  {
    activity: 'services',
    heading: 'Prestação de serviços',
    fields: [
      ['VII', 'Receita com prestação de serviços com dispensa de emissão de documento fiscal'],
      ['VIII', 'Receita com prestação de serviços com documento fiscal emitido'],
      ['IX', 'Total das receitas com prestação de serviços (VII\u00a0+\u00a0VIII)'],
    ],
  },
]

function ReportPaper({ report, onOpen }: { report: MonthlyReport; onOpen: (figure: ShownFigure) => void }) {
  const { month, total, asOf } = report
  const opens = (amount: number, title: string, about: { activities?: readonly MeiActivity[]; hasInvoice?: boolean }) =>
    amount === 0 ? undefined : () => onOpen({ title, figure: amount, question: { period: month, part: 'revenue', ...about } })
  return (
    <Paper
      title="Relatório mensal das receitas brutas"
      period={formatMonth(month)}
      foot={`Conforme os lançamentos até ${formatDate(asOf)}. Modelo: Resolução CGSN 140/2018, Anexo X. Anexe as notas de compra e as notas emitidas no mês.`}
    >
      {parts.map(({ activity, heading, fields: [without, withNote, sum] }) => (
        <PaperTable key={activity} heading={heading}>
          <PaperRow
            number={without[0]}
            name={without[1]}
            value={formatPlainCentavos(report[activity].withoutInvoice)}
            onOpen={opens(report[activity].withoutInvoice, `${heading}, sem nota`, { activities: [activity], hasInvoice: false })}
          />
          <PaperRow
            number={withNote[0]}
            name={withNote[1]}
            value={formatPlainCentavos(report[activity].withInvoice)}
            onOpen={opens(report[activity].withInvoice, `${heading}, com nota`, { activities: [activity], hasInvoice: true })}
          />
          <PaperRow
            number={sum[0]}
            name={sum[1]}
            look="sum"
            value={formatPlainCentavos(report[activity].total)}
            onOpen={opens(report[activity].total, heading, { activities: [activity] })}
          />
        </PaperTable>
      ))}
      <table className={styles.table}>
        <tbody>
          <PaperRow
            number="X"
            name={'Total geral das receitas brutas no mês (III\u00a0+\u00a0VI\u00a0+\u00a0IX)'}
            look="total"
            value={formatPlainCentavos(total)}
            onOpen={opens(total, `Receita de ${formatMonth(month)}`, {})}
          />
        </tbody>
      </table>
      <div className={styles.signs}>
        <p>Local e data</p>
        <p>Assinatura</p>
      </div>
    </Paper>
  )
}
