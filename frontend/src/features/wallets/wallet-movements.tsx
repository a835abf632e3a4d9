import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import { monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { formatPlainCentavos } from '@prumo/shared/money'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useSyncMarks } from '../../data/sync-status'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { TRANSACTIONS_SCREEN } from '../../data/screens'
import { monthName } from '../../lib/dates'
import { formAddress } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { SyncMark } from '../../ui/sync-mark'
import { partsOfAmount, speakCentavos } from '../../ui/money-format'
import type { Movement, MonthOfMovements } from './movements'
import { fromNames, rowDay, toNames } from './wallet-texts'
import styles from './wallet-movements.module.css'

/** The rows before the rest is asked for. */
const SHOWN_AT_FIRST = 60

interface MovementListProps {
  wallet: Wallet
  month: CalendarMonth
  movements: MonthOfMovements
  /** The month has more than what was read. */
  hasMore: boolean
  walletName: (id: string) => string
  now: CalendarDate
}

/** The movements of a month with the balance after each; what is to be confirmed heads them, without one. */
export function MovementList({ wallet, month, movements: { pending, settled }, hasMore, walletName, now }: MovementListProps) {
  const marks = useSyncMarks('transaction')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? settled : settled.slice(0, SHOWN_AT_FIRST)
  const rows = (of: readonly Movement[]) =>
    of.map((movement) => (
      <MovementRow
        key={movement.transaction.id}
        movement={movement}
        partner={partnerOf(movement, walletName)}
        mark={marks.get(movement.transaction.id)}
        now={now}
      />
    ))
  return (
    <section aria-labelledby="movimentos" className={styles.part}>
      <div className={styles.title}>
        <h2 id="movimentos" className="section-title">
          Movimentos
        </h2>
        <p>{countText(settled.length, pending.length, hasMore, month, now)}</p>
        <Link to={registerAddress(wallet.id, month)}>Ver em Transações</Link>
      </div>
      {pending.length + settled.length === 0 ? (
        <p className={styles.none}>Nada entrou nem saiu neste mês.</p>
      ) : (
        <div className={styles.list}>
          <p className={styles.head} aria-hidden="true">
            <span>Data</span>
            <span>Descrição</span>
            <span className={styles.category}>Categoria</span>
            <span className={styles.out}>Saiu</span>
            <span className={styles.in}>Entrou</span>
            <span className={styles.balance}>Saldo</span>
          </p>
          {pending.length > 0 && (
            <ul aria-label="A confirmar" className={styles.pending}>
              {rows(pending)}
            </ul>
          )}
          <ul aria-label="Movimentos">{rows(shown)}</ul>
        </div>
      )}
      {shown.length < settled.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Ver as outras {settled.length - shown.length}
        </Button>
      )}
    </section>
  )
}

interface WalletMovementProps {
  movement: Movement
  /** The words of a transfer, such as `Para o Caixa`; null for an income or expense. */
  partner: string | null
  mark: SyncMarkKind | undefined
  now: CalendarDate
}

const MovementRow = memo(function MovementRow({
  movement: { transaction, date, centavos, balance },
  partner,
  mark,
  now,
}: WalletMovementProps) {
  const { id, description, category } = transaction
  const name = partner ?? description
  const flow = partner === null ? (centavos < 0 ? 'out' : 'in') : 'moved'
  const { whole, cents } = partsOfAmount(centavos, true)
  const amount = (
    <span className={`money ${styles.amount}`} data-flow={flow}>
      <span className="visually-hidden">{`${centavos < 0 ? 'Saiu' : 'Entrou'} ${speakCentavos(Math.abs(centavos))}`}</span>
      <span aria-hidden="true">
        {whole}
        {cents}
      </span>
    </span>
  )
  return (
    <li className={styles.row} data-row={id} data-pending={balance === null || undefined}>
      <time className={styles.date} dateTime={date}>
        {rowDay(date, now)}
      </time>
      <span className={styles.what}>
        {partner !== null && <IconArrowsRightLeft size={16} stroke={1.75} aria-hidden />}
        <Link to={formAddress(TRANSACTIONS_SCREEN, id)} title={partner === null ? undefined : description}>
          {name}
        </Link>
        {mark && <SyncMark mark={mark} />}
      </span>
      <span className={styles.category}>{partner === null ? (category ?? NO_CATEGORY) : 'Transferência'}</span>
      <span className={styles.out}>{centavos < 0 && amount}</span>
      <span className={styles.in}>{centavos >= 0 && amount}</span>
      <span className={`money ${styles.balance}`}>
        {balance === null ? (
          <span className={styles.state}>a confirmar</span>
        ) : (
          <>
            <span className="visually-hidden">Saldo </span>
            <span className={styles.balanceWord} aria-hidden="true">
              saldo{' '}
            </span>
            {formatPlainCentavos(balance)}
          </>
        )}
      </span>
    </li>
  )
})

/** `Para o Caixa`, `Do Inter`; null for an income or expense. */
function partnerOf({ transaction, centavos }: Movement, walletName: (id: string) => string): string | null {
  if (transaction.type !== 'transfer') return null
  const text = centavos < 0 ? toNames([walletName(transaction.toWalletId ?? '')]) : fromNames([walletName(transaction.walletId)])
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `36 em novembro, 4 a confirmar` */
function countText(settled: number, pending: number, hasMore: boolean, month: CalendarMonth, now: CalendarDate): string {
  const year = month.slice(0, 4) === monthOf(now).slice(0, 4) ? '' : ` de ${month.slice(0, 4)}`
  const count = `${hasMore ? 'mais de ' : ''}${settled} em ${monthName(month)}${year}`
  return pending === 0 ? count : `${count}, ${pending} a confirmar`
}

/** The register with its filters set to this wallet and month. */
function registerAddress(walletId: string, month: CalendarMonth): string {
  return `${TRANSACTIONS_SCREEN}?${new URLSearchParams({ conta: walletId, mes: month }).toString()}`
}
