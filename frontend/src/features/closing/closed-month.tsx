import { IconPackage } from '@tabler/icons-react'
import { monthBounds } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { MonthTotals } from '@prumo/shared/months'
import { useActivity } from '../../data/activity'
import type { MonthEntity } from '../../data/month-commands'
import { monthId } from '../../lib/month-id'
import { useAddress } from '../../lib/address'
import { formatDayOfMonth } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { useIsGuest, useOwnerName, useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { ClosedBand } from '../../ui/closed-band'
import { lazyPart } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { ClosingPart } from './closing-part'
import { closedDetail, closedTitle, closingEntry, firstName } from './closing-texts'
import { MonthLedger, type MonthLedgerRow } from './month-ledger'
import { ReopenSheet } from './reopen-sheet'
import styles from './closing-page.module.css'

// Loaded with the first package: the writers of files are in its worker.
const PackageSheet = lazyPart(() => import('./package-sheet'), { what: 'o pacote' })

const REOPEN_PARAM = 'reabrir'
const PACKAGE_PARAM = 'pacote'

/** What a month was closed with, and its closings. */
export function ClosedMonth({ closed }: { closed: MonthEntity }) {
  const { month, closedAt, position, totals } = closed
  const name = useOwnerName()
  const isGuest = useIsGuest()
  const now = useToday()
  const [address, setAddress] = useAddress()
  const isReopening = address.has(REOPEN_PARAM)
  const show = (sheet: string | null) => setAddress({ mes: month, ...(sheet !== null && { [sheet]: '1' }) }, { replace: sheet === null })

  const place =
    position === null
      ? `De 1º a ${formatDayOfMonth(monthBounds(month).to, now)}. Falta chegar à conta.`
      : `Registro nº ${position.toLocaleString('pt-BR')} do histórico.`

  return (
    <>
      <ClosedBand
        title={closedTitle(month, now)}
        detail={closedDetail(closedAt, name, now)}
        action={
          !isGuest && (
            <Button variant="line" size="sm" onClick={() => show(REOPEN_PARAM)}>
              Reabrir
            </Button>
          )
        }
      />
      {totals && (
        <ClosingPart title="Quanto" note={keptText(totals)}>
          <MonthLedger rows={totalRows(totals)} hasBob />
        </ClosingPart>
      )}
      {/* The history is closed to guests. */}
      <ClosingPart title="O fechamento" note={!isGuest && place}>
        {isGuest ? <p>{place}</p> : <Closings closed={closed} />}
      </ClosingPart>
      {position !== null && (
        <ClosingPart title="Pacote do mês">
          <div className={styles.package}>
            <Button variant="line" icon={<IconPackage size={20} stroke={1.75} aria-hidden />} onClick={() => show(PACKAGE_PARAM)}>
              Baixar o pacote
            </Button>
            <p className={styles.hint}>Transações, relatório, comprovantes, folha do MEI e a prova, em um ZIP.</p>
          </div>
        </ClosingPart>
      )}
      <PackageSheet
        isRequested={address.has(PACKAGE_PARAM)}
        onDismissFailure={() => show(null)}
        open={address.has(PACKAGE_PARAM)}
        closed={closed}
        onClose={() => show(null)}
      />
      {!isGuest && <ReopenSheet open={isReopening} month={month} onClose={() => show(null)} />}
    </>
  )
}

function totalRows({ income, expense, balance, count }: MonthTotals): MonthLedgerRow[] {
  return [
    { name: count === 1 ? 'transação' : 'transações', kind: 'count', value: count },
    { name: 'entrou', kind: 'in', value: income },
    { name: 'saiu', kind: 'out', value: 0 - expense },
    { name: balance < 0 ? 'faltou' : 'sobrou', kind: 'total', value: balance },
  ]
}

const HUNDRED = 10_000

/** `De cada R$ 100,00 que entraram, R$ 86,99 saíram e R$ 13,01 ficaram.` */
export function keptText({ income, expense }: Pick<MonthTotals, 'income' | 'expense'>): string | null {
  if (income === 0) return expense === 0 ? null : 'Nada entrou neste mês.'
  const spent = Math.round((expense / income) * HUNDRED)
  if (expense > income) return `Para cada ${formatCentavos(HUNDRED)} que entraram, saíram ${formatCentavos(spent)}.`
  return `De cada ${formatCentavos(HUNDRED)} que entraram, ${formatCentavos(spent)} saíram e ${formatCentavos(HUNDRED - spent)} ficaram.`
}

/** The closings and reopenings of a month, newest first, with what changed between two. */
function Closings({ closed: { month } }: { closed: MonthEntity }) {
  const { id, name } = useUser()
  const now = useToday()
  const list = useActivity({ entity: 'month', entityId: monthId(id, month) })
  if (list.isFailed) return <LoadFailure what="o histórico do mês" onRetry={list.retry} />
  if (!list.data) {
    return (
      <Loading what="o histórico do mês">
        <Skeleton height="6rem" />
      </Loading>
    )
  }
  return (
    <ol className={styles.closings}>
      {list.data.map((entry) => {
        const { isClosing, when, detail } = closingEntry(entry, now)
        return (
          <li key={entry.position}>
            <time dateTime={entry.at}>{when}</time>
            <p>
              <b>{isClosing ? 'Fechado' : 'Reaberto'}</b> por {firstName(name)}
              <small>{detail}</small>
            </p>
          </li>
        )
      })}
    </ol>
  )
}
