import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Bill } from '@prumo/shared/wallets'
import { FORECAST_SCREEN } from '../../data/screens'
import { formatDayOfMonth, monthName } from '../../lib/dates'
import { Button } from '../../ui/button'
import { partsOfCentavos, widthInEms } from '../../ui/money-format'
import { BillSection, countPurchases, EntryLines } from './bill-lines'
import { totalOf } from './card-bills'
import type { Movement } from './movements'
import { comingDay, dayAndMonth, namedDay } from './wallet-texts'
import lines from './bill-lines.module.css'
import styles from './bill-in-focus.module.css'

/** How many purchases are shown before the rest is asked for. */
const SHOWN_OF_OPEN = 8
const SHOWN_OF_CLOSED = 3

interface BillInFocusProps {
  bill: Bill | null
  /** Whether it has to be paid, rather than still gathering. */
  isClosed: boolean
  entries: readonly Movement[]
  now: CalendarDate
  /** Opens the payment. @param amount 0 for one that the person enters */
  onPay: (amount: number) => void
}

/** What has to be paid next, large: the closed bill, otherwise the open one. */
export function BillInFocus({ bill, isClosed, entries, now, onPay }: BillInFocusProps) {
  if (!bill) return null
  const { month, remaining, paid, state } = bill
  const purchases = entries.filter(({ centavos, date }) => centavos < 0 && date <= now).length
  const note = isClosed ? closedNote(bill, purchases, now) : openNote(bill, purchases, now)
  return (
    <BillSection
      id="fatura"
      title={isClosed ? `Fatura de ${monthName(month)}` : 'Fatura aberta'}
      note={
        <>
          <p>{note}</p>
          {!isClosed && remaining > 0 && (
            <button type="button" className={lines.action} onClick={() => onPay(remaining)}>
              Pagar antes
            </button>
          )}
        </>
      }
    >
      <Hero centavos={remaining}>
        <p className={styles.sentence} data-late={state === 'late' || undefined}>
          {isClosed ? <DueSentence bill={bill} now={now} /> : <OpenSentence bill={bill} now={now} />}
        </p>
        {paid > 0 && remaining > 0 && (
          <p className={styles.partly}>
            de {formatCentavos(totalOf(bill))}, pagos {formatCentavos(paid)}
          </p>
        )}
        {isClosed && (
          <div className={styles.pay}>
            <Button size="lg" onClick={() => onPay(remaining)}>
              Pagar {formatCentavos(remaining)}
            </Button>
            <button type="button" className={lines.action} onClick={() => onPay(0)}>
              Pagar outro valor
            </button>
          </div>
        )}
      </Hero>
      {entries.length === 0 ? (
        <p className={lines.none}>Nada nesta fatura ainda. Uma despesa entra nela quando a conta escolhida é este cartão.</p>
      ) : (
        <EntryLines entries={entries} most={isClosed ? SHOWN_OF_CLOSED : SHOWN_OF_OPEN} now={now} />
      )}
    </BillSection>
  )
}

/** The figure, its reais left of the line. A long one is set smaller rather than cut. */
function Hero({ centavos, children }: { centavos: number; children: ReactNode }) {
  const { currency, whole, cents } = partsOfCentavos(centavos)
  const ems = widthInEms(whole) + CURRENCY_EM
  return (
    <div className={styles.hero} style={{ '--ems': ems } as CSSProperties} data-owed={centavos > 0 || undefined}>
      <p className={styles.figure}>
        <span className="visually-hidden">{formatCentavos(centavos)}</span>
        <span className={styles.reais} aria-hidden="true">
          <small>{currency} </small>
          {whole}
        </span>
        <span className={styles.figureCents} aria-hidden="true">
          {cents}
        </span>
      </p>
      <div className={styles.said}>{children}</div>
    </div>
  )
}

const CURRENCY_EM = 0.85

function OpenSentence({ bill: { closesOn, dueOn, remaining }, now }: { bill: Bill; now: CalendarDate }) {
  return (
    <>
      <b>
        Fecha {comingDay(closesOn, now)} e vence em {formatDayOfMonth(dueOn, now)}
        {remaining > 0 ? ',' : '.'}
      </b>
      {remaining > 0 && (
        <>
          {' '}
          quando sai inteira na Previsão. <Link to={FORECAST_SCREEN}>Ver a previsão</Link>
        </>
      )}
    </>
  )
}

function DueSentence({ bill: { dueOn, state }, now }: { bill: Bill; now: CalendarDate }) {
  const days = daysBetween(now, dueOn)
  if (state === 'late') {
    return (
      <>
        <b>Atrasada, venceu {days < -7 ? `em ${formatDayOfMonth(dueOn, now)}` : namedDay(dueOn, now)},</b>{' '}
        {days === -1 ? 'ontem' : `há ${-days} dias`}.
      </>
    )
  }
  if (days === 0) return <b>Vence hoje.</b>
  return (
    <>
      <b>Vence {days > 7 ? `em ${formatDayOfMonth(dueOn, now)}` : namedDay(dueOn, now)},</b> {days === 1 ? 'amanhã' : `em ${days} dias`}.
    </>
  )
}

/** `De 4 de novembro a 3 de dezembro: 8 compras até hoje.` */
function openNote({ from, closesOn }: Bill, purchases: number, now: CalendarDate): string {
  return `De ${formatDayOfMonth(from, now)} a ${formatDayOfMonth(closesOn, now)}: ${countPurchases(purchases)} até hoje.`
}

/** `Fechou ontem, com 8 compras de 4 de novembro a 3 de dezembro.` */
function closedNote({ from, closesOn }: Bill, purchases: number, now: CalendarDate): string {
  const when = closesOn === addDays(now, -1) ? 'ontem' : `em ${dayAndMonth(closesOn, now)}`
  if (purchases === 0) return `Fechou ${when}.`
  return `Fechou ${when}, com ${countPurchases(purchases)} de ${formatDayOfMonth(from, now)} a ${formatDayOfMonth(closesOn, now)}.`
}
