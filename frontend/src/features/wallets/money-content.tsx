import { useMemo } from 'react'
import { IconArrowsRightLeft, IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { netOf } from '@prumo/shared/transaction-sums'
import { addDays, addMonths, isCalendarMonth, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { Wallet } from '@prumo/shared/wallets'
import { useSummary, useTransactions } from '../../data/transactions'
import type { Wallets } from '../../data/wallets'
import { useAddress } from '../../lib/address'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { MonthPicker } from '../../ui/field/month-picker'
import { IconButton } from '../../ui/icon-button'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { movementsOf, partnersOf } from './movements'
import { useTransferForm } from './use-transfer-form'
import { WalletHead, type WalletContentProps } from './wallet-head'
import { MovementList } from './wallet-movements'
import { WalletSkeleton } from './wallet-page-skeleton'
import { WalletProof } from './wallet-proof'
import { headingOf, sourceText } from './wallet-texts'
import styles from './money-content.module.css'

/** The most movements of a month that are listed; the rest is in the register. */
const MOST_LISTED = 490
/** How far the two days of a transfer may lie apart for it to be found from both. */
const TRANSFER_DAYS = 15

/** A bank account or cash: how the month led to its balance, then its movements with a running balance. */
export function MoneyContent({ wallet, list, actions, correctBalance }: WalletContentProps) {
  const now = useToday()
  const [month, setMonth] = useMonth(now)
  const reading = useMonthOfWallet(wallet, month, now)
  const openTransfer = useTransferForm()
  const isNarrow = useNarrow()
  const isCurrent = month === monthOf(now)
  const outdated = [list, ...reading.readings].find(({ isOutdated }) => isOutdated)
  const transfer = list.open.length > 1 && !wallet.archived && (
    <Button
      variant="line"
      size="sm"
      icon={<IconArrowsRightLeft size={18} stroke={1.75} aria-hidden />}
      onClick={() => openTransfer({ from: wallet.id })}
    >
      Transferir
    </Button>
  )
  return (
    <WalletHead wallet={wallet} list={list} actions={actions} outdated={outdated} button={transfer}>
      <div className={styles.page}>
        <div className={styles.top}>
          <div className={styles.head}>
            <h2 className="section-title">
              {headingOf(wallet.name)}
              {isCurrent && ' hoje'}
            </h2>
            <p>{sourceText(wallet, now)}.</p>
            <div className={styles.buttons}>
              <Button
                variant="line"
                size="sm"
                icon={<IconPencil size={18} stroke={1.75} aria-hidden />}
                onClick={() => correctBalance(wallet)}
              >
                Corrigir saldo
              </Button>
              {isNarrow && transfer}
            </div>
          </div>
          <div className={styles.proof}>
            <MonthSteps month={month} last={monthOf(now)} onChange={setMonth} />
            {reading.isFailed ? (
              <LoadFailure what="os movimentos" onRetry={reading.retry} />
            ) : reading.proof ? (
              <WalletProof {...reading.proof} {...namesOf(reading.partners, list)} now={now} />
            ) : (
              <WalletSkeleton />
            )}
          </div>
        </div>
        {reading.movements && (
          <MovementList
            wallet={wallet}
            month={month}
            movements={reading.movements}
            hasMore={reading.hasMore}
            walletName={list.walletName}
            now={now}
          />
        )}
      </div>
    </WalletHead>
  )
}

function namesOf(partners: { from: string[]; to: string[] }, { walletName }: Wallets): { cameFrom: string[]; wentTo: string[] } {
  return { cameFrom: partners.from.map(walletName), wentTo: partners.to.map(walletName) }
}

/** What a month did to a wallet, up to today: its sums, and its movements. */
function useMonthOfWallet(wallet: Wallet, month: CalendarMonth, now: CalendarDate) {
  const { id } = wallet
  const bounds = monthBounds(month)
  const { from } = bounds
  const to = bounds.to < now ? bounds.to : now
  const of = useMemo(() => ({ walletId: [id] }), [id])
  const inMonth = useMemo(() => ({ ...of, from, to }), [of, from, to])
  const after = useMemo(() => ({ ...of, from: addDays(to, 1), to: now }), [of, to, now])
  const whole = useMemo(() => ({ ...of, month }), [of, month])
  const around = useMemo(
    () => ({ ...of, type: 'transfer' as const, from: addDays(from, -TRANSFER_DAYS), to: addDays(bounds.to, TRANSFER_DAYS) }),
    [of, from, bounds.to],
  )
  const sums = useSummary(inMonth)
  const since = useSummary(after)
  const listed = useTransactions(whole, MOST_LISTED)
  const transfers = useTransactions(around, MOST_LISTED)
  const readings = [sums, since, listed, transfers]
  const { data: summary } = sums
  const { data: changed } = since
  const { data: rows } = listed
  const { data: between } = transfers
  const closing = changed ? wallet.balance.amount - (to < now ? netOf(changed) : 0) : null
  const movements = useMemo(
    () => (rows && between ? movementsOf([rows, between], { walletId: id, from, to: bounds.to, closing }) : undefined),
    [rows, between, id, from, bounds.to, closing],
  )
  return {
    readings,
    isFailed: readings.some(({ isFailed }) => isFailed),
    retry: () => readings.filter(({ isFailed }) => isFailed).forEach(({ retry }) => retry()),
    hasMore: listed.hasMore,
    movements,
    partners: movements ? partnersOf(movements.settled) : { from: [], to: [] },
    proof:
      summary && closing !== null
        ? { summary, closing, opening: closing - netOf(summary), openingDate: addDays(from, -1), closingDate: to }
        : undefined,
  }
}

/** The month in the address, the present one without any. */
function useMonth(now: CalendarDate): [CalendarMonth, (month: CalendarMonth) => void] {
  const [address, setAddress] = useAddress()
  const last = monthOf(now)
  const text = address.get('mes')
  const month = text !== null && isCalendarMonth(text) && text < last ? text : last
  return [month, (next) => setAddress(next === last ? {} : { mes: next }, { replace: true })]
}

function MonthSteps({ month, last, onChange }: { month: CalendarMonth; last: CalendarMonth; onChange: (month: CalendarMonth) => void }) {
  const step = (months: number) => onChange(monthOf(addMonths(`${month}-01`, months)))
  return (
    <div className={styles.steps}>
      <IconButton label="Mês anterior" icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />} onClick={() => step(-1)} />
      <MonthPicker look="text" month={month} onChange={(next) => onChange(next && next < last ? next : last)} />
      <IconButton
        label="Mês seguinte"
        icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
        disabled={month >= last}
        onClick={() => step(1)}
      />
    </div>
  )
}
