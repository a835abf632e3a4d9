import type { CSSProperties } from 'react'
import type { Summary } from '@prumo/shared/transactions'
import { useIsGuest } from '../../lib/session'
import { Bob } from '../../ui/bob'
import { speakFlow, partsOfAmount, widthInEms } from '../../ui/money-format'
import table from './ledger-table.module.css'
import styles from './totals-foot.module.css'

interface TotalsFootProps {
  label: string
  /** Undefined while loading. */
  summary: Summary | undefined
  /** What the totals include and exclude. */
  note: string
}

/** The foot of the wide list: expense left of the line, income right of it, in the columns of the rows; the balance at the edge. */
export function TotalsFoot({ label, summary, note }: TotalsFootProps) {
  const { income = 0, expense = 0, balance = 0 } = summary ?? {}
  const [spent, earned] = [textOf(0 - expense), textOf(income)]
  const isGuest = useIsGuest()
  const ems = Math.max(widthInEms(spent), widthInEms(earned))
  return (
    <section
      className={`${table.columns} ${styles.foot}`}
      data-guest={isGuest}
      aria-label={label}
      style={{ '--ems': ems } as CSSProperties}
    >
      <p className={styles.note}>{note && withBoldNumber(note)}</p>
      <dl className={styles.figures}>
        <Figure name="Despesas" side="out" isLoading={!summary}>
          <SpokenAmount spoken={speakFlow(expense, 'expense')} text={spent} />
        </Figure>
        <div className={styles.line} aria-hidden="true">
          <svg viewBox="0 0 32 32">
            <Bob />
          </svg>
        </div>
        <Figure name="Receitas" side="in" isLoading={!summary}>
          <SpokenAmount spoken={speakFlow(income, 'income')} text={earned} />
        </Figure>
        <Figure name="Saldo" side="rest" isShort={balance < 0} isLoading={!summary}>
          <SpokenAmount spoken={null} text={balanceOf(balance)} />
        </Figure>
      </dl>
    </section>
  )
}

interface FigureProps {
  name: string
  side: 'out' | 'in' | 'rest'
  isShort?: boolean
  isLoading: boolean
  children: React.ReactNode
}

function Figure({ name, side, isShort = false, isLoading, children }: FigureProps) {
  return (
    <div className={styles[side]} data-short={isShort}>
      <dt>{name}</dt>
      <dd>{isLoading ? <span className={styles.waiting} /> : children}</dd>
    </div>
  )
}

function SpokenAmount({ spoken, text }: { spoken: string | null; text: string }) {
  return (
    <span data-figure>
      {spoken && <span className="visually-hidden">{spoken} </span>}
      <span aria-hidden={spoken !== null || undefined}>{text}</span>
    </span>
  )
}

function textOf(centavos: number): string {
  const { whole, cents } = partsOfAmount(centavos, true)
  return whole + cents
}

function balanceOf(centavos: number): string {
  const { whole, cents } = partsOfAmount(centavos)
  return whole + cents
}

function withBoldNumber(text: string) {
  const [, number, rest] = /^([\d.]+)(.*)$/.exec(text) ?? []
  return number === undefined ? (
    text
  ) : (
    <>
      <b>{number}</b>
      {rest}
    </>
  )
}
