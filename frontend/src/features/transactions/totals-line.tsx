import type { CSSProperties } from 'react'
import type { Summary } from '@prumo/shared/transactions'
import { PlainMoney } from '../../ui/money'
import { partsOfAmount, widthInEms } from '../../ui/money-format'
import { expectedTitle, type ExpectedSums } from './register'
import styles from './totals-line.module.css'

interface TotalsLineProps {
  label: string
  /** Undefined while loading. */
  summary: Summary | undefined
  /** What is not confirmed yet; in none of the totals. */
  expected: ExpectedSums | null
  /** What else the totals leave out. */
  note: string | null
}

/** The totals on one line: expense left, income right, the balance at the edge. */
export function TotalsLine({ label, summary, expected, note }: TotalsLineProps) {
  const figures = [
    { name: 'Despesas', side: 'out', sign: '-', centavos: summary?.expense ?? 0 },
    { name: 'Receitas', side: 'in', sign: '+', centavos: summary?.income ?? 0 },
    { name: 'Saldo', side: 'rest', sign: '', centavos: summary?.balance ?? 0 },
  ].map((figure) => ({ ...figure, text: formatTotal(figure.centavos) }))
  const ems = figures.reduce((sum, { sign, text }) => sum + widthInEms(sign + text), 0)
  return (
    <section className={styles.frame} aria-label={label}>
      {/* Reduces the text size of long totals instead of cutting them. */}
      <dl className={styles.line} style={{ '--ems': ems } as CSSProperties}>
        {figures.map(({ name, side, sign, centavos, text }) => (
          <div key={name} className={styles[side]} data-short={side === 'rest' && centavos < 0}>
            <dt>{name}</dt>
            <dd>
              {summary ? (
                <>
                  {centavos !== 0 && <span aria-hidden="true">{sign}</span>}
                  <SpokenCurrency text={text} />
                </>
              ) : (
                <span className={styles.waiting} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {expected && (
        <p className={styles.expected}>
          {expectedTitle(expected)}: {expected.expense > 0 && <PlainMoney centavos={expected.expense} type="expense" />}{' '}
          {expected.income > 0 && <PlainMoney centavos={expected.income} type="income" />}
        </p>
      )}
      {note && <p className={styles.expected}>{note.charAt(0).toUpperCase() + note.slice(1)}</p>}
    </section>
  )
}

function formatTotal(centavos: number): string {
  const { whole, cents } = partsOfAmount(centavos)
  return whole + cents
}

/** Adds the currency for screen readers only: the line has no room for it three times. */
function SpokenCurrency({ text }: { text: string }) {
  const sign = text.startsWith('-') ? '-' : ''
  return (
    <span data-figure>
      {sign}
      <span className="visually-hidden">{'R$\u00a0'}</span>
      {text.slice(sign.length)}
    </span>
  )
}
