import { useState } from 'react'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { monthOf } from '@prumo/shared/calendar'
import { yearOf } from '@prumo/shared/mei-rules'
import type { MeiYearView } from '@prumo/shared/mei'
import { formatCentavos } from '@prumo/shared/money'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { formatMonth } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import { transactionAddress } from './mei-address'
import { dasParts, dasRows, dasSources, shortDate, type DasRow } from './mei-texts'
import page from './mei-page.module.css'
import styles from './das-section.module.css'

const DasProposals = lazyPart(() => import('./das-proposals'), { what: 'os pagamentos' })

interface DasSectionProps {
  view: MeiYearView
  profile: MeiProfileEntity
}

/** The DAS of each month of a year, what was recognised first. */
export function DasSection({ view, profile }: DasSectionProps) {
  const now = useToday()
  const [isExplained, setExplained] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isGuest = useIsGuest()
  const [opened, setOpened] = useState<string | null>(null)
  const proposals = view.das.filter(({ state }) => state === 'proposed')
  const rows = dasRows(view, profile, now)
  return (
    <section aria-labelledby="mei-das">
      <div className={page.head}>
        <h2 id="mei-das">DAS</h2>
        <button type="button" className={page.more} aria-expanded={isExplained} onClick={() => setExplained(!isExplained)}>
          Como se calcula
        </button>
      </div>
      {isExplained && <Explanation view={view} profile={profile} />}
      {proposals.length > 0 && !isGuest && (
        <div className={styles.proposals}>
          <p>{proposals.length === 1 ? '1 pagamento parece DAS.' : `${proposals.length} pagamentos parecem DAS.`}</p>
          <Button variant="line" size="sm" onClick={() => setAsking(true)}>
            Conferir
          </Button>
        </div>
      )}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            year={view.year}
            isOpen={row.key === opened}
            onToggle={() => setOpened(row.key === opened ? null : row.key)}
          />
        ))}
      </ul>
      <DasProposals
        isRequested={isAsking}
        onDismissFailure={() => setAsking(false)}
        open={isAsking}
        lines={proposals}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

interface RowProps {
  row: DasRow
  year: number
  isOpen: boolean
  onToggle: () => void
}

function Row({ row, year, isOpen, onToggle }: RowProps) {
  const { name, lines, amount, due, state, text } = row
  const isPaid = state === 'paid'
  const payment = lines.length === 1 ? lines[0]!.transactionId : null
  return (
    <li className={styles.row} data-state={state}>
      <b>{name}</b>
      <span className={styles.due}>{due && shortDate(due, year)}</span>
      <span className={styles.state}>
        {isPaid && <IconCheck size={16} stroke={2} aria-hidden />}
        {payment ? (
          <Link to={transactionAddress(payment)} className={page.more}>
            {text}
          </Link>
        ) : (
          text
        )}
        {lines.length > 1 && isPaid && (
          <button type="button" className={page.more} aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? 'Fechar' : 'Ver'}
          </button>
        )}
      </span>
      <data className="money">{formatCentavos(amount)}</data>
      {isOpen && (
        <ul className={styles.folded}>
          {lines.map((line) => (
            <li key={line.month}>
              <span>{formatMonth(line.month)}</span>
              {line.transactionId && line.paidOn && (
                <Link to={transactionAddress(line.transactionId)} className={page.more}>
                  Paga em {shortDate(line.paidOn, year)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** How the DAS of this month is made, or of the last of a year that has ended. */
function Explanation({ view, profile }: DasSectionProps) {
  const now = useToday()
  const month = yearOf(now) === view.year ? monthOf(now) : (view.das.at(-1)?.month ?? `${view.year}-12`)
  const next = `${view.year + 1}-01`
  const total = view.das.find((line) => line.month === month)?.amount
  return (
    <div className={styles.explanation}>
      <dl>
        {dasParts(month, profile).map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="money">{amount}</dd>
          </div>
        ))}
        {total !== undefined && (
          <div>
            <dt>DAS de {formatMonth(month)}</dt>
            <dd className="money">{formatCentavos(total)}</dd>
          </div>
        )}
      </dl>
      <p>{dasSources(month)}</p>
      {yearOf(now) === view.year && <p>{dasSources(next)}</p>}
      <p>
        Vence no dia 20 do mês seguinte, ou no próximo dia de banco aberto. Depois disso, a guia com multa e juros sai no PGMEI, no portal
        do Simples Nacional.
      </p>
    </div>
  )
}
