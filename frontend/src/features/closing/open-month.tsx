import { useState } from 'react'
import { IconCheck, IconCircle, IconLock } from '@tabler/icons-react'
import { addDays, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { useAccount } from '../../data/account'
import { closeMonth } from '../../data/month-commands'
import { IMPORT_SCREEN, MEI_REPORT_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'
import { formatDayOfMonth } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Loading, Skeleton } from '../../ui/skeleton'
import { closingChecks, readinessText, type ClosingCheck, type ClosingFacts } from './closing-checks'
import { ClosingPart } from './closing-part'
import { shortMonth } from './closing-texts'
import { MonthLedger, type MonthLedgerRow } from './month-ledger'
import { useMonthClosing, type MonthBalances } from './use-month-closing'
import styles from './closing-page.module.css'

/** Reports count what was bought by card, so that their `saiu` differs. */
const CARD_NOTE =
  'O que havia no banco e em dinheiro, mais o que entrou, menos o que saiu. A compra no cartão conta quando a fatura é paga.'

/** The proof of a month, what is still open in it, and the button that closes it anyway; for a guest the proof alone. */
export function OpenMonth({ month }: { month: CalendarMonth }) {
  const { outbox } = useAccount()
  const now = useToday()
  const isGuest = useIsGuest()
  // Guards against a second tap.
  const [isClosed, setClosed] = useState(false)
  const { readings, proof, summary, hasCards, facts } = useMonthClosing(month)
  const failed = readings.filter(({ isFailed }) => isFailed)
  const outdated = readings.find(({ isOutdated }) => isOutdated)
  if (failed.length > 0) return <LoadFailure what="o mês" onRetry={() => failed.forEach(({ retry }) => retry())} />
  if (!proof || !summary || !facts) {
    return (
      <Loading what="o mês">
        <Skeleton height="24rem" />
      </Loading>
    )
  }
  const checks = closingChecks(facts)
  const name = shortMonth(month, now)
  const { income, expense, count } = summary

  function close(): void {
    if (isClosed) return
    setClosed(true)
    void outbox.enqueue(closeMonth(month, { income, expense, balance: income - expense, count }))
  }

  return (
    <>
      {outdated && <OutdatedNote at={outdated.fetchedAt} onRetry={outdated.retry} />}
      <ClosingPart title="A prova" note={hasCards ? CARD_NOTE : 'O que havia, mais o que entrou, menos o que saiu.'}>
        <MonthLedger rows={proofRows(proof, month, now)} />
        <BankLine facts={facts} />
      </ClosingPart>
      {isGuest ? (
        <ClosingPart title="O fechamento">
          <p>Este mês ainda não foi fechado, e pode mudar.</p>
        </ClosingPart>
      ) : (
        <>
          <ClosingPart title="Antes de fechar" note={readinessText(checks)}>
            <ul className={styles.checks}>
              {checks.map((check) => (
                <CheckRow key={check.name} check={check} month={month} />
              ))}
            </ul>
          </ClosingPart>
          <div className={styles.foot} data-foot>
            <p>
              Depois de fechado, {name} não muda: nem por importação, nem por outro aparelho, nem por desfazer. Dá para reabrir, com motivo.
            </p>
            <Button variant="signal" size="lg" icon={<IconLock size={20} stroke={1.75} aria-hidden />} onClick={close}>
              {checks.every(({ isReady }) => isReady) ? `Fechar ${name}` : `Fechar ${name} assim`}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** The rows of the proof; those of nothing are left out, but for what came and went. */
export function proofRows({ opening, closing, summary }: MonthBalances, month: CalendarMonth, now: CalendarDate): MonthLedgerRow[] {
  const { from, to } = monthBounds(month)
  const moved = summary.transferIn - summary.transferOut
  return [
    { name: `em ${formatDayOfMonth(addDays(from, -1), now)}`, kind: 'plain', value: opening },
    { name: 'entrou', kind: 'in', value: summary.income },
    { name: 'saiu', kind: 'out', value: 0 - summary.expense },
    ...(moved === 0 ? [] : [{ name: moved > 0 ? 'veio dos cartões' : 'foi para os cartões', kind: 'moved' as const, value: moved }]),
    { name: `em ${formatDayOfMonth(to, now)}`, kind: 'total', value: closing },
  ]
}

function BankLine({ facts: { statement } }: { facts: ClosingFacts }) {
  if (!statement || statement.sums !== statement.balance) return null
  return (
    <p className={styles.fits}>
      <IconCheck size={20} stroke={2} aria-hidden />
      Fecha com o saldo do banco.
    </p>
  )
}

function CheckRow({ check, month }: { check: ClosingCheck; month: CalendarMonth }) {
  const { name, isReady, title, detail, centavos, action } = check
  const sign = centavos !== null && name !== 'balance' && centavos > 0 ? '+' : ''
  return (
    <li data-ready={isReady || undefined}>
      {isReady ? <IconCheck size={20} stroke={2} aria-hidden /> : <IconCircle size={20} stroke={1.75} aria-hidden />}
      <p>
        <b>
          <span className="visually-hidden">{isReady ? 'Pronto: ' : 'Em aberto: '}</span>
          {title}
        </b>
        <small>
          {detail}
          {centavos !== null && (
            <span className={styles.inline}>
              , <span className="money">{sign + formatCentavos(centavos)}</span>
            </span>
          )}
        </small>
      </p>
      {centavos !== null && (
        <span className={`money ${styles.amount}`} data-out={centavos < 0 || undefined}>
          {sign + formatCentavos(centavos)}
        </span>
      )}
      {!isReady && (
        <Link to={addressOf(name, month)} className={styles.link}>
          {action}
          <span className="visually-hidden">: {title}</span>
        </Link>
      )}
    </li>
  )
}

function addressOf(name: ClosingCheck['name'], month: CalendarMonth): string {
  const ofMonth = `${TRANSACTIONS_SCREEN}?mes=${month}`
  switch (name) {
    case 'balance':
      return IMPORT_SCREEN
    case 'pending':
      return `${ofMonth}&status=confirmar`
    case 'uncategorised':
      return `${ofMonth}&status=realizadas&categoria=`
    case 'receipts':
      return `${ofMonth}&status=realizadas&tipo=despesas&comprovante=sem`
    case 'mei':
      return `${MEI_REPORT_SCREEN}?mes=${month}`
  }
}
