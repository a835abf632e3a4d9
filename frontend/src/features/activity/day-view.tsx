import { useState } from 'react'
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react'
import type { AccountAtDay } from '@prumo/shared/activity'
import { addDays, FIRST_YEAR, isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { Goal } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import type { Task } from '@prumo/shared/tasks'
import type { Summary } from '@prumo/shared/transactions'
import type { WalletKind } from '@prumo/shared/wallet-rules'
import { useAccountAt } from '../../data/activity'
import { walletKindNames } from '../../data/wallet-commands'
import { percentOf } from '../../lib/percent'
import { formatDate, formatDayOfMonth } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Bob } from '../../ui/bob'
import { Button } from '../../ui/button'
import { DateField } from '../../ui/field/date-field'
import { IconButton } from '../../ui/icon-button'
import { LoadFailure } from '../../ui/load-failure'
import { partsOfCentavos, speakCentavos } from '../../ui/money-format'
import { ProgressBar } from '../../ui/progress-bar'
import { SectionHead } from '../../ui/section-head'
import { Loading, Skeleton } from '../../ui/skeleton'
import styles from './day-view.module.css'

interface DayViewProps {
  date: CalendarDate
  /** Opens another day, or the present for null. */
  onOpenDay: (day: CalendarDate | null, how?: { replace: boolean }) => void
}

const FIRST_DAY = `${FIRST_YEAR}-01-01`

/** A read-only view of the account at the end of a day. */
export default function DayView({ date, onOpenDay }: DayViewProps) {
  const { data, isPending, retry } = useAccountAt(date)
  const day = data?.date === date ? data : undefined
  return (
    <>
      <Band date={date} onOpenDay={onOpenDay} />
      {day ? <DayTransactions day={day} /> : isPending || data ? <DaySkeleton /> : <LoadFailure what="esse dia" onRetry={retry} />}
    </>
  )
}

function Band({ date, onOpenDay }: DayViewProps) {
  const now = useToday()
  const step = (days: number) => onOpenDay(addDays(date, days), { replace: true })
  return (
    <div className={styles.band}>
      <IconHistory size={22} stroke={1.75} aria-hidden />
      <div className={styles.words} role="status">
        <b>Como estava em {formatDayOfMonth(date)}</b>
        <span>Só para ver. Aqui nada se altera.</span>
      </div>
      <div className={styles.stepper}>
        <IconButton
          label="Dia anterior"
          icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
          disabled={date <= FIRST_DAY}
          onClick={() => step(-1)}
        />
        <DayInput date={date} last={now} onOpenDay={(day) => onOpenDay(day, { replace: true })} />
        <IconButton
          label="Dia seguinte"
          icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          disabled={date >= now}
          onClick={() => step(1)}
        />
      </div>
      <Button className={styles.back ?? ''} onClick={() => onOpenDay(null)}>
        <span>
          Voltar<span className={styles.wide}> para hoje</span>
        </span>
      </Button>
    </div>
  )
}

/** Opens the typed date once it is a valid past day. */
function DayInput({ date, last, onOpenDay }: { date: CalendarDate; last: CalendarDate; onOpenDay: (day: CalendarDate) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (value: string) => {
    const isDay = isCalendarDate(value) && value <= last
    setTyped(isDay ? null : value)
    if (isDay) onOpenDay(value)
  }
  return (
    <div className={styles.date}>
      <DateField
        label="Dia"
        direction="past"
        field={{ name: 'dia', value: typed ?? date, error: null, onChange: change, onBlur: () => setTyped(null), ref: () => undefined }}
      />
    </div>
  )
}

function DayTransactions({ day: { summary, goals, tasks, emergencyFund, wallets } }: { day: AccountAtDay }) {
  const isEmpty = summary.count === 0 && goals.length === 0 && tasks.length === 0 && emergencyFund === null
  return (
    <div className={styles.day}>
      <section aria-labelledby="day-result">
        <h2 id="day-result">Até aquele dia</h2>
        <Result summary={summary} />
        <p className={styles.fine}>{isEmpty ? 'Ainda não havia nada na conta.' : pendingText(summary)}</p>
      </section>
      <div className={styles.parts}>
        {wallets.length > 1 && <PastWallets wallets={wallets} />}
        <PastFund fund={emergencyFund} />
        <PastGoals goals={goals.filter(({ completed }) => !completed)} completed={goals.filter(({ completed }) => completed).length} />
        <PastTasks tasks={tasks} />
      </div>
    </div>
  )
}

function pendingText({ count, scheduledIncome, scheduledExpense }: Summary): string {
  const all = count === 1 ? '1 transação realizada.' : `${count} transações realizadas.`
  if (scheduledIncome === 0 && scheduledExpense === 0) return all
  return `${all} Ainda não aconteceram e não entram nos totais: ${formatCentavos(scheduledExpense)} a pagar e ${formatCentavos(scheduledIncome)} a receber.`
}

/** Income, expenses and balance, aligned at the comma, with the plumb bob below. */
function Result({ summary: { income, expense, balance } }: { summary: Summary }) {
  return (
    <div className={styles.result}>
      <dl>
        <Line centavos={income} sign="+" word="entrou" tone="in" />
        <Line centavos={expense} sign="-" word="saiu" tone="out" />
        <Line
          centavos={Math.abs(balance)}
          sign={balance < 0 ? '-' : ''}
          word={balance < 0 ? 'faltou' : 'sobrou'}
          tone={balance < 0 ? 'out' : 'none'}
          isTotal
        />
      </dl>
      <svg className={styles.bob} viewBox="8 8 16 24" width="16" height="24" aria-hidden="true">
        <Bob />
      </svg>
    </div>
  )
}

interface DayLineProps {
  centavos: number
  sign: string
  word: string
  tone: 'in' | 'out' | 'none'
  isTotal?: boolean
}

function Line({ centavos, sign, word, tone, isTotal = false }: DayLineProps) {
  const { whole, cents } = partsOfCentavos(centavos)
  return (
    <div className={styles.line} data-tone={tone} data-total={isTotal}>
      <dt>{word}</dt>
      <dd>
        <span className="visually-hidden">{formatCentavos(centavos)}</span>
        <span className={styles.whole} aria-hidden="true">
          {centavos === 0 ? '' : sign}
          {whole}
        </span>
        <span className={styles.cents} aria-hidden="true">
          {cents}
        </span>
      </dd>
    </div>
  )
}

/** What each wallet had or owed. */
function PastWallets({ wallets }: { wallets: AccountAtDay['wallets'] }) {
  const sum = (isCard: boolean) =>
    wallets.reduce((total, { kind, archived, balance }) => (archived || (kind === 'card') !== isCard ? total : total + balance), 0)
  const hasCards = wallets.some(({ kind, archived }) => kind === 'card' && !archived)
  return (
    <section aria-labelledby="day-wallets">
      <SectionHead id="day-wallets" title="Contas" />
      <ul className={styles.wallets}>
        {wallets.map(({ id, name, kind, balance, archived }) => (
          <li key={id}>
            <b>{name}</b>
            <small>{archived ? 'Arquivada' : walletKindNames[kind]}</small>
            <WalletBalance kind={kind} centavos={balance} />
          </li>
        ))}
      </ul>
      <p className={styles.none}>
        Na conta {formatCentavos(sum(false))}
        {hasCards && `, nos cartões ${formatCentavos(Math.max(0, -sum(true)))}`}.
      </p>
    </section>
  )
}

/** The balance of a card says what is owed, without a sign. */
function WalletBalance({ kind, centavos }: { kind: WalletKind; centavos: number }) {
  const isOwed = kind === 'card' && centavos <= 0
  return (
    <span className="money" data-short={centavos < 0 || undefined}>
      {isOwed ? `deve ${formatCentavos(-centavos || 0)}` : formatCentavos(centavos)}
    </span>
  )
}

function PastFund({ fund }: { fund: EmergencyFund | null }) {
  return (
    <section aria-labelledby="day-fund">
      <SectionHead id="day-fund" title="Reserva" />
      {fund ? (
        <ul className={styles.list}>
          <Progress
            name={fund.targetMonths === 1 ? '1 mês de custos' : `${fund.targetMonths} meses de custos`}
            current={fund.currentAmount}
            target={fund.targetAmount}
          />
        </ul>
      ) : (
        <p className={styles.none}>Não havia reserva.</p>
      )}
    </section>
  )
}

function PastGoals({ goals, completed }: { goals: readonly Goal[]; completed: number }) {
  return (
    <section aria-labelledby="day-goals">
      <SectionHead id="day-goals" title="Metas em andamento" />
      {goals.length > 0 && (
        <ul className={styles.list}>
          {goals.map(({ id, title, currentAmount, targetAmount }) => (
            <Progress key={id} name={title} current={currentAmount} target={targetAmount} />
          ))}
        </ul>
      )}
      {(goals.length === 0 || completed > 0) && <p className={styles.none}>{goalsText(goals.length, completed)}</p>}
    </section>
  )
}

function goalsText(active: number, completed: number): string {
  const done = completed === 1 ? '1 meta concluída.' : `${completed} metas concluídas.`
  if (active > 0) return done
  return completed > 0 ? `Nenhuma em andamento. ${done}` : 'Não havia metas.'
}

function Progress({ name, current, target }: { name: string; current: number; target: number }) {
  const percent = percentOf({ currentAmount: current, targetAmount: target })
  return (
    <li>
      <b>{name}</b>
      <span className={styles.percent}>{percent}%</span>
      <div className={styles.bar}>
        <ProgressBar label={name} percent={percent} text={`${percent} por cento, ${speakCentavos(current)} de ${speakCentavos(target)}`} />
      </div>
      <span className={styles.of}>
        {formatCentavos(current)} de {formatCentavos(target)}
      </span>
    </li>
  )
}

const kinds = { objective: 'Objetivo', problem: 'Problema', task: 'Tarefa' } as const

function PastTasks({ tasks }: { tasks: readonly Task[] }) {
  const [open, setOpen] = useState(false)
  const done = tasks.filter(({ completed }) => completed).length
  return (
    <section aria-labelledby="day-tasks">
      <SectionHead id="day-tasks" title="Tarefas" />
      {tasks.length === 0 ? (
        <p className={styles.none}>Não havia tarefas.</p>
      ) : (
        <>
          <p className={styles.none}>
            {tasks.length - done === 1 ? '1 aberta' : `${tasks.length - done} abertas`}, {done === 1 ? '1 feita' : `${done} feitas`}.
          </p>
          <button type="button" className={styles.reveal} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Esconder a lista' : 'Ver a lista daquele dia'}
          </button>
          {open && (
            <ul className={styles.tasks}>
              {tasks.map(({ id, title, type, estimatedDate, completed }) => (
                <li key={id} data-done={completed}>
                  <b>{title}</b>
                  <span>
                    {completed ? 'Feita · ' : ''}
                    {kinds[type]} · {formatDate(estimatedDate)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

/** The placeholder while a day loads, with the same measures. */
function DaySkeleton() {
  return (
    <Loading what="esse dia">
      <div className={styles.day} aria-hidden="true">
        <div>
          <h2>Até aquele dia</h2>
          <div className={styles.result}>
            {[46, 42, 58].map((width) => (
              <div key={width} className={styles.blank}>
                <Skeleton width={`${width}%`} height="0.8em" />
              </div>
            ))}
          </div>
        </div>
        <div className={styles.parts}>
          {[60, 48, 36].map((width) => (
            <div key={width} className={styles.blank}>
              <Skeleton width={`${width}%`} />
              <Skeleton width="100%" height="0.5rem" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
