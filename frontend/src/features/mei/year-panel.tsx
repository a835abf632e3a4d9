import { useState } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { yearOf } from '@prumo/shared/mei-rules'
import { hasMeiYear } from '@prumo/shared/mei-year'
import type { MeiYearView } from '@prumo/shared/mei'
import { formatCentavos, formatPercent } from '@prumo/shared/money'
import { useMeiYear } from '../../data/mei'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { formatDate } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Balance } from '../../ui/balance'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { StatusLine } from '../../ui/status-line'
import { DasSection } from './das-section'
import { DueSection } from './due-section'
import { FigureRows } from './figure-rows'
import { IncomeTaxSection } from './income-tax-section'
import { Measure } from './measure'
import { meiYearAddress } from './mei-address'
import type { MeiRowsQuestion } from './mei-rows'
import { MeiSkeleton } from './mei-skeleton'
import { beginsText, CHECKED, formatWhole, joinWords, limitFigure, overWords, paceWords, sourceText, unknownMonths } from './mei-texts'
import type { ShownFigure } from './rows-sheet'
import { useMeiReview } from './use-mei-form'
import styles from './mei-page.module.css'

const ProfileSheet = lazyPart(() => import('./mei-profile-sheet'), { what: 'os dados do MEI' })

interface YearPanelProps {
  year: number
  profile: MeiProfileEntity
}

/** A year of the MEI: the measure, what is due, the DAS and the estimate for income tax. */
export function YearPanel({ year, profile }: YearPanelProps) {
  const reading = useMeiYear(year, profile)
  const { data: view } = reading
  return (
    <>
      {reading.isOutdated && (
        <div className={styles.outdated}>
          <OutdatedNote at={reading.fetchedAt} onRetry={reading.retry} />
        </div>
      )}
      {reading.isFailed ? (
        <LoadFailure what="o ano do MEI" onRetry={reading.retry} />
      ) : view ? (
        <YearContent view={view} profile={profile} />
      ) : (
        <MeiSkeleton />
      )}
    </>
  )
}

function YearContent({ view, profile }: { view: MeiYearView; profile: MeiProfileEntity }) {
  const now = useToday()
  const [asked, setAsked] = useState<ShownFigure | null>(null)
  const [isAsked, setFormAsked] = useState(false)
  const { review, end } = useMeiReview()
  const isGuest = useIsGuest()
  const { year, revenue, limit, projection, months } = view
  const { excludedCategories } = profile
  const count = months.reduce((sum, month) => sum + month.count, 0)
  const over = overWords(view, profile, now)
  const unknown = unknownMonths(view)
  const ask = (part: MeiRowsQuestion['part'], title: string, figure: number | null) =>
    setAsked({ question: { period: `${year}`, part }, title, figure })
  const closeForm = () => {
    setFormAsked(false)
    end()
  }
  const askRevenue = () => ask('revenue', `Receita de ${year}`, revenue)
  return (
    <div className={styles.columns}>
      <section className={styles.figure} aria-labelledby="mei-figure">
        <FigureHead view={view} profile={profile} />
        <Sentence view={view} profile={profile} />
        {over && (
          <div className={styles.over}>
            <StatusLine tone="warning" title={over.title}>
              {over.detail} {sourceText(over.source)}.
            </StatusLine>
            {over.ahead && (
              <>
                <p className={styles.ahead}>{over.ahead}</p>
                <p>
                  <button type="button" className={styles.more} onClick={askRevenue}>
                    Ver o que conta
                  </button>
                </p>
              </>
            )}
          </div>
        )}
      </section>
      <section className={styles.measure} aria-labelledby="mei-revenue">
        <div className={styles.head}>
          <h2 id="mei-revenue">Receita de {year}</h2>
          {count > 0 && (
            <button type="button" className={styles.more} onClick={askRevenue}>
              {count === 1 ? 'Ver a única' : `Ver as ${count}`}
            </button>
          )}
        </div>
        <Measure
          begins={beginsText(profile.openedOn, year)}
          isRunning={yearOf(now) === year}
          limit={limit}
          revenue={revenue}
          projection={projection.amount}
          months={months.map(({ month, revenue: sum }) => ({ month, revenue: sum === 0 && unknown.has(month) ? null : sum }))}
        />
      </section>
      <div className={styles.lists}>
        <DueSection view={view} profile={profile} />
        <DasSection view={view} profile={profile} />
        <IncomeTaxSection view={view} profile={profile} onCosts={() => ask('costs', `Custos de ${year}`, view.incomeTax.costs)} />
      </div>
      <div className={styles.foot}>
        <p className={styles.actions}>
          <button type="button" className={styles.more} onClick={() => ask('other', `Fora da receita de ${year}`, null)}>
            Ver o que ficou de fora
          </button>
          {!isGuest && (
            <button type="button" className={styles.more} onClick={() => setFormAsked(true)}>
              Mudar o que conta
            </button>
          )}
        </p>
        <p>
          Conta tudo o que entrou{excludedCategories.length > 0 && `, menos ${joinWords(excludedCategories)}`}. Limite: LC 123/2006, art.
          18-A, § 1º. Vencimentos: Resolução CGSN 140/2018, pelo calendário dos bancos, {CHECKED}. Isto é conta, não conselho fiscal.
        </p>
      </div>
      <FigureRows asked={asked} profile={profile} onClose={() => setAsked(null)} />
      <ProfileSheet
        isRequested={isAsked || review !== null}
        onDismissFailure={closeForm}
        open={isAsked || review !== null}
        seen={profile}
        review={review}
        onClose={closeForm}
      />
    </div>
  )
}

function FigureHead({ view, profile }: { view: MeiYearView; profile: MeiProfileEntity }) {
  const now = useToday()
  const navigate = useNavigate()
  const { year } = view
  const { label, amount, isOver } = limitFigure(view, now)
  const [hasBefore, hasNext] = [year - 1, year + 1].map((each) => hasMeiYear(profile, each, now))
  const show = (other: number) => void navigate(meiYearAddress(other), { replace: true })
  return (
    <>
      <div className={styles.labelled}>
        <h2 id="mei-figure" className={styles.label}>
          {label}
        </h2>
        {(hasBefore || hasNext) && (
          <div className={styles.years} data-chrome>
            <IconButton
              label={`Ver ${year - 1}`}
              size="sm"
              disabled={!hasBefore}
              icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
              onClick={() => show(year - 1)}
            />
            <span>{year}</span>
            <IconButton
              label={`Ver ${year + 1}`}
              size="sm"
              disabled={!hasNext}
              icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
              onClick={() => show(year + 1)}
            />
          </div>
        )}
      </div>
      <Balance centavos={amount} isShort={isOver} />
    </>
  )
}

function Sentence({ view, profile }: { view: MeiYearView; profile: MeiProfileEntity }) {
  const now = useToday()
  const narrow = useNarrow()
  const { revenue, limit, remaining, year } = view
  const pace = paceWords(view, profile, now)
  const isRunning = yearOf(now) === year
  const { closedOn } = profile
  return (
    <p className={styles.sentence}>
      {remaining < 0 || !isRunning ? 'Entraram' : 'Já entraram'} <b>{formatCentavos(revenue)}</b>
      {remaining < 0 ? '' : ` do limite de ${formatCentavos(limit)}`}.
      {pace && (
        <>
          {' '}
          No ritmo de {pace.months}
          {pace.mean !== null && !narrow && remaining >= 0 && `, ${formatCentavos(pace.mean)} por mês`}, o ano fecha em cerca de{' '}
          <b>{formatWhole(pace.end)}</b>
          {pace.end > limit && `, ${formatPercent(pace.share)} do limite`}.
        </>
      )}
      {closedOn !== null && yearOf(closedOn) <= year && ` Baixa do MEI em ${formatDate(closedOn)}.`}
    </p>
  )
}
