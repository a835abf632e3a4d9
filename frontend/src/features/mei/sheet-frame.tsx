import type { ReactNode } from 'react'
import { IconPrinter } from '@tabler/icons-react'
import { printNext } from '../../lib/print-page'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { usePageHeading } from '../../ui/page'
import styles from './sheet-frame.module.css'

interface SheetFrameProps {
  /** The heading and the document's title. */
  title: string
  /** Chooses the period; above the buttons. */
  choice: ReactNode
  /** Whether there is a sheet to print. */
  canPrint: boolean
  /** The button that records the delivery, and its explanation. */
  action: ReactNode
  /** What was delivered. */
  made: ReactNode
  children: ReactNode
}

/** A sheet of paper with its controls beside it; on a phone above and below it. On paper the sheet alone. */
export function SheetFrame({ title, choice, canPrint, action, made, children }: SheetFrameProps) {
  const heading = usePageHeading(title)
  return (
    <div className={styles.frame}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {title}
      </h1>
      <div className={styles.controls} data-chrome>
        {choice}
        <Button icon={<IconPrinter size={20} stroke={1.75} aria-hidden />} block disabled={!canPrint} onClick={() => printNext()}>
          Imprimir
        </Button>
        {action}
      </div>
      <div className={styles.ground}>{children}</div>
      <div className={styles.history} data-chrome>
        {made}
      </div>
    </div>
  )
}

interface PaperProps {
  title: string
  /** The period as it stands in the head. */
  period: string
  children: ReactNode
  /** The last lines, as of which day it is. */
  foot: string
}

/** The sheet itself, white in both schemes. */
export function Paper({ title, period, children, foot }: PaperProps) {
  const { name, businessName, visit } = useUser()
  return (
    <article className={styles.paper} aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.head}>
        <div>
          <dt>CNPJ</dt>
          <dd>
            <span className="visually-hidden">a preencher à mão</span>&nbsp;
          </dd>
        </div>
        <div>
          <dt>Empreendedor individual</dt>
          <dd>{visit?.ownerName ?? name}</dd>
        </div>
        <div>
          <dt>Nome fantasia</dt>
          <dd>{businessName}</dd>
        </div>
        <div>
          <dt>Período de apuração</dt>
          <dd>{period}</dd>
        </div>
      </dl>
      {children}
      <p className={styles.asOf}>{foot}</p>
    </article>
  )
}

/** The lines of a sheet under a heading, the line before the amounts. */
export function PaperTable({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th colSpan={3} scope="colgroup">
            {heading}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface PaperRowProps {
  /** The number of the field, `IV`. */
  number?: string
  name: string
  look?: 'sum' | 'total'
  value: string
  /** Opens the rows of the figure. */
  onOpen?: (() => void) | undefined
}

export function PaperRow({ number, name, look, value, onOpen }: PaperRowProps) {
  return (
    <tr data-look={look}>
      {number !== undefined && <td>{number}</td>}
      <th scope="row" colSpan={number === undefined ? 2 : 1}>
        {name}
      </th>
      <td className="money">
        {onOpen ? (
          <button type="button" className={styles.figure} onClick={onOpen}>
            {value}
            <span className="visually-hidden">, ver as transações</span>
          </button>
        ) : (
          value
        )}
      </td>
    </tr>
  )
}
