import { useState } from 'react'
import { IconCheck } from '@tabler/icons-react'
import { daysBetween, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Bill } from '@prumo/shared/wallets'
import { formatDayOfMonth, monthName } from '../../lib/dates'
import { BillLine, BillSection, countPurchases, EntryLines } from './bill-lines'
import { totalOf, type ComingMonth } from './card-bills'
import type { Movement } from './movements'
import { dayAndMonth, fromNames } from './wallet-texts'
import lines from './bill-lines.module.css'
import styles from './card-sections.module.css'

/** How many rows of a section are shown before the rest is asked for. */
const SHOWN_AT_FIRST = 3

/** The open bill below a closed one, with its sum so far. */
export function OpenBill({ bill, entries, now }: { bill: Bill; entries: readonly Movement[]; now: CalendarDate }) {
  const { closesOn, dueOn } = bill
  return (
    <BillSection
      id="aberta"
      title="Fatura aberta"
      note={
        <p>
          Até {formatDayOfMonth(closesOn, now)}; vence em {formatDayOfMonth(dueOn, now)}.
        </p>
      }
    >
      {entries.length === 0 ? (
        <p className={lines.none}>Ainda sem compras.</p>
      ) : (
        <EntryLines entries={entries} most={SHOWN_AT_FIRST} now={now}>
          <BillLine centavos={-totalOf(bill)} look="sum">
            <OpenContent entries={entries} now={now} />
          </BillLine>
        </EntryLines>
      )}
    </BillSection>
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
  const shown = isWhole || months.length <= SHOWN_AT_FIRST + 1 ? months : months.slice(0, SHOWN_AT_FIRST)
  const rest = months.slice(shown.length)
  const sum = months.reduce((total, { centavos }) => total + centavos, 0)
  const areInstalments = months.every(({ entries }) => entries.every(({ transaction }) => transaction.instalment !== null))
  return (
    <BillSection
      id="proximas"
      title={areInstalments ? 'Parcelas que vêm' : 'O que já vem'}
      note={
        <p>
          {formatCentavos(sum)} em {months.length === 1 ? '1 fatura' : `${months.length} faturas`}.{' '}
          {months.length > 1 && 'Cada uma entra na sua.'}
        </p>
      }
    >
      <ul className={lines.lines}>
        {shown.map(({ month, centavos, entries }) => (
          <BillLine key={month} when={monthText(month, now)} centavos={-centavos} look="coming">
            {entriesText(entries)}
          </BillLine>
        ))}
        {rest.length > 0 && (
          <BillLine centavos={null} look="coming">
            <button type="button" className={lines.action} onClick={() => setWhole(true)}>
              {restText(rest)}
            </button>
          </BillLine>
        )}
      </ul>
    </BillSection>
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
  const shown = isWhole || bills.length <= SHOWN_AT_FIRST + 1 ? bills : bills.slice(0, SHOWN_AT_FIRST)
  return (
    <BillSection id="fechadas" title="Faturas fechadas" note={<p>Pelo mês em que vencem.</p>}>
      <ul className={lines.lines}>
        {shown.map(({ bill, payments }) => (
          <BillLine key={bill.closesOn} when={monthText(bill.month, now)} centavos={totalOf(bill)} look="billed">
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
                <button type="button" className={lines.action} onClick={() => onPay(bill.remaining)}>
                  Pagar {formatCentavos(bill.remaining)}
                </button>
              </>
            )}
          </BillLine>
        ))}
        {shown.length < bills.length && (
          <BillLine centavos={null}>
            <button type="button" className={lines.action} onClick={() => setWhole(true)}>
              Ver todas
            </button>
          </BillLine>
        )}
      </ul>
    </BillSection>
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
