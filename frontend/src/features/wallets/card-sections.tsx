import { useState, type CSSProperties, type ReactNode } from 'react'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { addDays, daysBetween, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { Bill } from '@prumo/shared/wallets'
import { FORECAST_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'
import { formatDayOfMonth, monthName } from '../../lib/dates'
import { formAddress } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { partsOfAmount, partsOfCentavos, widthInEms } from '../../ui/money-format'
import { totalOf, type ComingMonth } from './card-bills'
import type { Movement } from './movements'
import { comingDay, dayAndMonth, fromNames, namedDay, rowDay } from './wallet-texts'
import styles from './card-sections.module.css'

interface SectionProps {
  id: string
  title: string
  /** Under the title. */
  note?: ReactNode
  children: ReactNode
}

/** A heading, and beside it (on a phone below it) lines that end at the plumb line. */
function Section({ id, title, note, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {note}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

interface LineProps {
  /** At the left edge: a day or a month. */
  when?: ReactNode
  /** Left of the line is what is owed; a refund stands right of it. Null for a line without an amount. */
  centavos: number | null
  look?: 'bought' | 'coming' | 'billed' | 'sum'
  category?: string | null
  children: ReactNode
}

function Line({ when, centavos, look = 'bought', category, children }: LineProps) {
  const isRefund = centavos !== null && centavos > 0 && look !== 'billed'
  const { whole, cents } = partsOfAmount(Math.abs(centavos ?? 0))
  return (
    <li className={styles.line} data-look={look}>
      <span className={styles.when}>{when}</span>
      {centavos !== null && (
        <span className="visually-hidden">
          {isRefund && 'Devolvido '}
          {formatCentavos(Math.abs(centavos))}
        </span>
      )}
      <span className={styles.whole} aria-hidden="true">
        {centavos !== null && !isRefund && whole}
      </span>
      <span className={styles.words}>
        {isRefund ? (
          <i className={styles.refund} aria-hidden="true">
            {whole}
            {cents}
          </i>
        ) : (
          <i className={styles.cents} aria-hidden="true">
            {centavos !== null && cents}
          </i>
        )}
        <span className={styles.text}>{children}</span>
      </span>
      <span className={styles.category}>{category}</span>
    </li>
  )
}

/** A purchase or refund; it opens its transaction. */
function EntryLine({ entry: { transaction, date, centavos }, now }: { entry: Movement; now: CalendarDate }) {
  const { id, description, category, instalment, type } = transaction
  return (
    <Line
      when={<time dateTime={date}>{rowDay(date, now)}</time>}
      centavos={centavos}
      look={date > now ? 'coming' : 'bought'}
      category={type === 'transfer' ? 'Transferência' : (category ?? NO_CATEGORY)}
    >
      <Link to={formAddress(TRANSACTIONS_SCREEN, id)}>{description}</Link>
      {instalment && (
        <small>
          {instalment.number} de {instalment.of}
        </small>
      )}
    </Line>
  )
}

const SHOWN_OF_OPEN = 8
const SHOWN_OF_OTHERS = 3

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
    <Section
      id="fatura"
      title={isClosed ? `Fatura de ${monthName(month)}` : 'Fatura aberta'}
      note={
        <>
          <p>{note}</p>
          {!isClosed && remaining > 0 && (
            <button type="button" className={styles.action} onClick={() => onPay(remaining)}>
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
            <button type="button" className={styles.action} onClick={() => onPay(0)}>
              Pagar outro valor
            </button>
          </div>
        )}
      </Hero>
      {entries.length === 0 ? (
        <p className={styles.none}>Nada nesta fatura ainda. Uma despesa entra nela quando a conta escolhida é este cartão.</p>
      ) : (
        <EntryLines entries={entries} most={isClosed ? SHOWN_OF_OTHERS : SHOWN_OF_OPEN} now={now} />
      )}
    </Section>
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

function countPurchases(count: number): string {
  if (count === 0) return 'nenhuma compra'
  return count === 1 ? '1 compra' : `${count} compras`
}

interface EntryLinesProps {
  entries: readonly Movement[]
  /** How many are shown before the rest is asked for. */
  most: number
  now: CalendarDate
  /** The last line. */
  children?: ReactNode
}

function EntryLines({ entries, most, now, children }: EntryLinesProps) {
  const [isWhole, setWhole] = useState(false)
  // A single one more takes no more room than the link to it.
  const shown = isWhole || entries.length <= most + 1 ? entries : entries.slice(0, most)
  const rest = entries.slice(shown.length)
  return (
    <ul className={styles.lines}>
      {shown.map((entry) => (
        <EntryLine key={entry.transaction.id} entry={entry} now={now} />
      ))}
      {rest.length > 0 && (
        <Line centavos={rest.reduce((sum, { centavos }) => sum + centavos, 0)}>
          <button type="button" className={styles.action} onClick={() => setWhole(true)}>
            mais {rest.length} {rest.every(({ centavos }) => centavos < 0) ? 'compras' : 'lançamentos'}
          </button>
        </Line>
      )}
      {children}
    </ul>
  )
}

/** The open bill below a closed one, with its sum so far. */
export function OpenBill({ bill, entries, now }: { bill: Bill; entries: readonly Movement[]; now: CalendarDate }) {
  const { closesOn, dueOn } = bill
  return (
    <Section
      id="aberta"
      title="Fatura aberta"
      note={
        <p>
          Até {formatDayOfMonth(closesOn, now)}; vence em {formatDayOfMonth(dueOn, now)}.
        </p>
      }
    >
      {entries.length === 0 ? (
        <p className={styles.none}>Ainda sem compras.</p>
      ) : (
        <EntryLines entries={entries} most={SHOWN_OF_OTHERS} now={now}>
          <Line centavos={-totalOf(bill)} look="sum">
            <OpenContent entries={entries} now={now} />
          </Line>
        </EntryLines>
      )}
    </Section>
  )
}

/** `já entram 2 parcelas`, `ainda sem compras`; `até aqui`, `3 compras e 2 parcelas` */
function OpenContent({ entries, now }: { entries: readonly Movement[]; now: CalendarDate }) {
  const parts = entries.filter(({ transaction, date }) => transaction.instalment !== null && date > now).length
  const bought = entries.filter(({ centavos, date }) => centavos < 0 && date <= now).length
  const instalments = parts === 1 ? '1 parcela' : `${parts} parcelas`
  if (bought === 0 && parts === entries.length) {
    return (
      <>
        <b>
          {parts === 1 ? 'já entra' : 'já entram'} {instalments}
        </b>
        <small>ainda sem compras</small>
      </>
    )
  }
  return (
    <>
      <b>até aqui</b>
      <small>{parts > 0 ? `${countPurchases(bought)} e ${instalments}` : countPurchases(bought)}</small>
    </>
  )
}

/** What later bills have already, a row a month. */
export function ComingBills({ months, now }: { months: readonly ComingMonth[]; now: CalendarDate }) {
  const [isWhole, setWhole] = useState(false)
  if (months.length === 0) return null
  const shown = isWhole || months.length <= SHOWN_OF_OTHERS + 1 ? months : months.slice(0, SHOWN_OF_OTHERS)
  const rest = months.slice(shown.length)
  const sum = months.reduce((total, { centavos }) => total + centavos, 0)
  const areInstalments = months.every(({ entries }) => entries.every(({ transaction }) => transaction.instalment !== null))
  return (
    <Section
      id="proximas"
      title={areInstalments ? 'Parcelas que vêm' : 'O que já vem'}
      note={
        <p>
          {formatCentavos(sum)} em {months.length === 1 ? '1 fatura' : `${months.length} faturas`}.{' '}
          {months.length > 1 && 'Cada uma entra na sua.'}
        </p>
      }
    >
      <ul className={styles.lines}>
        {shown.map(({ month, centavos, entries }) => (
          <Line key={month} when={monthText(month, now)} centavos={-centavos} look="coming">
            {entriesText(entries)}
          </Line>
        ))}
        {rest.length > 0 && (
          <Line centavos={null} look="coming">
            <button type="button" className={styles.action} onClick={() => setWhole(true)}>
              {restText(rest)}
            </button>
          </Line>
        )}
      </ul>
    </Section>
  )
}

/** `Batedeira 2 de 10, Forminhas 3 de 3`; `… e mais 2` */
export function entriesText(entries: readonly Movement[]): string {
  const names = entries.map(({ transaction: { description, instalment } }) =>
    instalment ? `${description} ${instalment.number} de ${instalment.of}` : description,
  )
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} e mais ${names.length - 2}` : names.join(', ')
}

/** `mais 6 de R$ 148,00, até setembro de 2027`; without the amount where they differ. */
export function restText(rest: readonly ComingMonth[]): string {
  const last = rest.at(-1)!.month
  const until = `até ${monthName(last)} de ${last.slice(0, 4)}`
  const [first] = rest
  return rest.every(({ centavos }) => centavos === first?.centavos)
    ? `mais ${rest.length} de ${formatCentavos(first?.centavos ?? 0)}, ${until}`
    : `mais ${rest.length} faturas, ${until}`
}

export interface ClosedBill {
  bill: Bill
  /** The latest first. */
  payments: readonly Movement[]
}

interface ClosedBillsProps {
  bills: readonly ClosedBill[]
  walletName: (id: string) => string
  now: CalendarDate
  onPay: (amount: number) => void
}

/** The closed bills, by the months in which they were due. */
export function ClosedBills({ bills, walletName, now, onPay }: ClosedBillsProps) {
  const [isWhole, setWhole] = useState(false)
  if (bills.length === 0) return null
  const shown = isWhole || bills.length <= SHOWN_OF_OTHERS + 1 ? bills : bills.slice(0, SHOWN_OF_OTHERS)
  return (
    <Section id="fechadas" title="Faturas fechadas" note={<p>Pelo mês em que vencem.</p>}>
      <ul className={styles.lines}>
        {shown.map(({ bill, payments }) => (
          <Line key={bill.closesOn} when={monthText(bill.month, now)} centavos={totalOf(bill)} look="billed">
            {bill.remaining === 0 ? (
              <span className={styles.paid}>
                <IconCheck size={16} stroke={1.75} aria-hidden />
                {paidText(payments, walletName, now)}
              </span>
            ) : (
              <>
                <span className={bill.state === 'late' ? styles.late : undefined}>
                  {bill.state === 'late' ? 'Atrasada, venceu' : 'Vence'} em {dayAndMonth(bill.dueOn, now)}
                </span>
                <button type="button" className={styles.action} onClick={() => onPay(bill.remaining)}>
                  Pagar {formatCentavos(bill.remaining)}
                </button>
              </>
            )}
          </Line>
        ))}
        {shown.length < bills.length && (
          <Line centavos={null}>
            <button type="button" className={styles.action} onClick={() => setWhole(true)}>
              Ver todas
            </button>
          </Line>
        )}
      </ul>
    </Section>
  )
}

/** `Paga em 10/11, do Inter`; `Paga em 10/11, em 2 vezes`; without a payment just `Paga` */
export function paidText(payments: readonly Movement[], walletName: (id: string) => string, now: CalendarDate): string {
  const [last] = payments
  if (!last) return 'Paga'
  const how = payments.length > 1 ? `em ${payments.length} vezes` : fromNames([walletName(last.transaction.walletId)])
  return `Paga em ${dayAndMonth(last.date, now)}, ${how}`
}

/** `janeiro`; with the year where it is neither this one nor the next twelve months. */
function monthText(month: CalendarMonth, now: CalendarDate): string {
  const distance = Math.abs(daysBetween(`${monthOf(now)}-01`, `${month}-01`))
  return distance < 330 ? monthName(month) : `${monthName(month).slice(0, 3)} ${month.slice(0, 4)}`
}
