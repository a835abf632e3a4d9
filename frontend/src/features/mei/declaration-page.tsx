import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { monthOf } from '@prumo/shared/calendar'
import { activeMonths, yearOf, type MeiActivity } from '@prumo/shared/mei-rules'
import type { AnnualReport, MeiYearView } from '@prumo/shared/mei'
import { formatPlainCentavos } from '@prumo/shared/money'
import { useAnnualReport, useMei, useMeiYear } from '../../data/mei'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { formatDate, formatDayOfMonth, monthName } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { PlainSelect } from '../../ui/field/plain-select'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Loading, Skeleton } from '../../ui/skeleton'
import { DeliveredList } from './delivered-list'
import { FigureRows } from './figure-rows'
import { YEAR_PARAM } from './mei-address'
import { capital, deliverableFrom, unknownMonths } from './mei-texts'
import { MissingProfile } from './missing-profile'
import type { ShownFigure } from './rows-sheet'
import { Paper, PaperRow, PaperTable, SheetFrame } from './sheet-frame'
import { useDelivery } from './use-mei-sheet'
import styles from './sheet-frame.module.css'

const TITLE = 'Declaração anual'

/** The figures of a year's DASN-SIMEI, to be looked at, printed and marked as delivered. */
export default function DeclarationPage() {
  const profile = useMei()
  if (profile.isFailed) return <LoadFailure what="os dados do MEI" onRetry={profile.retry} />
  if (profile.data === null) return <MissingProfile title={TITLE} />
  return <DeclarationSheet profile={profile.data ?? null} />
}

function DeclarationSheet({ profile }: { profile: MeiProfileEntity | null }) {
  const [address, setAddress] = useSearchParams()
  const now = useToday()
  const years = profile ? yearsOf(profile, yearOf(now)) : []
  const asked = Number(address.get(YEAR_PARAM))
  const year = years.includes(asked) ? asked : (years[0] ?? yearOf(now))
  const reading = useAnnualReport(year, profile)
  const report = reading.data ?? null
  const view = useMeiYear(year, profile).data ?? null
  const { problem, isRecorded, record } = useDelivery('dasn', `${year}`, profile)
  const [figure, setFigure] = useState<ShownFigure | null>(null)
  const isGuest = useIsGuest()

  return (
    <SheetFrame
      title={TITLE}
      canPrint={report !== null}
      choice={
        <PlainSelect
          label="Ano"
          isLabelled
          value={`${year}`}
          options={(years.length > 0 ? years : [year]).map((each) => [`${each}`, `${each}`] as const)}
          onChange={(next) => setAddress({ [YEAR_PARAM]: next }, { replace: true })}
        />
      }
      action={
        <>
          {!isGuest && (
            <Button
              variant="line"
              block
              disabled={report === null || problem !== null || isRecorded}
              onClick={() => {
                if (!report) return
                const { commerce, industry, services, total, hasEmployee } = report
                record({ commerce, industry, services, total, hasEmployee })
              }}
            >
              Salvar como entregue
            </Button>
          )}
          <p className={styles.hint}>
            {problem && profile
              ? `Abre em ${formatDayOfMonth(deliverableFrom('dasn', `${year}`, profile), now)}. Até lá, é prévia.`
              : 'A entrega é no portal do Simples Nacional. Aqui fica o que você entregou.'}
            {report && ` O prazo é ${formatDayOfMonth(report.due, now)}.`}
          </p>
        </>
      }
      made={<DeliveredList kind="dasn" />}
    >
      {reading.isOutdated && <OutdatedNote at={reading.fetchedAt} onRetry={reading.retry} />}
      {reading.isFailed ? (
        <LoadFailure what="a declaração" onRetry={reading.retry} />
      ) : report ? (
        <DeclarationPaper report={report} view={view} isPreview={problem !== null} onOpen={setFigure} />
      ) : (
        <Loading what="a declaração">
          <Skeleton height="52rem" />
        </Loading>
      )}
      {profile && <FigureRows asked={figure} profile={profile} onClose={() => setFigure(null)} />}
    </SheetFrame>
  )
}

/** The years with an open month up to this one, newest first. */
function yearsOf(profile: MeiProfileEntity, now: number): number[] {
  const first = yearOf(profile.openedOn)
  const all = Array.from({ length: Math.max(0, now - first + 1) }, (_, index) => now - index)
  return all.filter((year) => activeMonths(profile, year).length > 0)
}

interface DeclarationPaperProps {
  report: AnnualReport
  /** For the months; null for a year without a view. */
  view: MeiYearView | null
  isPreview: boolean
  onOpen: (figure: ShownFigure) => void
}

function DeclarationPaper({ report, view, isPreview, onOpen }: DeclarationPaperProps) {
  const now = useToday()
  const { year, commerce, industry, services, total, hasEmployee, due, asOf } = report
  const isRunning = isPreview && yearOf(now) === year
  const opens = (amount: number, title: string, period: string, activities?: readonly MeiActivity[]) =>
    amount === 0
      ? undefined
      : () => onOpen({ title, figure: amount, question: { period, part: 'revenue', ...(activities && { activities }) } })
  const unknown = view ? unknownMonths(view) : new Set()
  return (
    <Paper
      title="DASN-SIMEI, declaração anual"
      period={isRunning ? `${year}, até ${formatDayOfMonth(now)}` : `${year}`}
      foot={`${isPreview ? 'Prévia conforme' : 'Conforme'} os lançamentos até ${formatDate(asOf)}. A declaração é entregue no portal do Simples Nacional, até ${formatDate(due)}.`}
    >
      <PaperTable heading="Receita bruta do ano">
        <PaperRow
          name="Comércio, indústria, transporte intermunicipal e refeições"
          value={formatPlainCentavos(commerce + industry)}
          onOpen={opens(commerce + industry, `Comércio e indústria em ${year}`, `${year}`, ['commerce', 'industry'])}
        />
        <PaperRow
          name="Prestação de serviços"
          value={formatPlainCentavos(services)}
          onOpen={opens(services, `Serviços em ${year}`, `${year}`, ['services'])}
        />
        <PaperRow
          name="Receita bruta total"
          look="total"
          value={formatPlainCentavos(total)}
          onOpen={opens(total, `Receita de ${year}`, `${year}`)}
        />
      </PaperTable>
      <PaperTable heading="Empregado">
        <PaperRow name="Teve empregado no período" value={hasEmployee ? 'Sim' : 'Não'} />
      </PaperTable>
      {view && (
        <PaperTable heading="Por mês">
          {view.months.map(({ month, revenue }) => (
            <PaperRow
              key={month}
              name={capital(monthName(month)) + (isRunning && month === monthOf(now) ? `, até ${Number(now.slice(8))}` : '')}
              value={revenue === 0 && unknown.has(month) ? 'sem dados' : formatPlainCentavos(revenue)}
              onOpen={opens(revenue, `Receita de ${monthName(month)} de ${year}`, month)}
            />
          ))}
        </PaperTable>
      )}
    </Paper>
  )
}
