import type { CSSProperties } from 'react'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { formatCentavos } from '@prumo/shared/money'
import { formatDayOfMonth } from '../../lib/dates'
import { partsOfCentavos, widthInEms } from '../../ui/money-format'
import type { FlowSums, StatementProof } from './statement-review'
import { formatShortDay } from './import-texts'
import axisLedger from '../../ui/chart/axis-ledger.module.css'
import styles from './proof-ledger.module.css'

interface ProofRow {
  name: string
  centavos: number
  kind?: 'in' | 'out' | 'ruled' | 'total'
}

interface ProofLedgerProps {
  proof: StatementProof
  /** The sums of the ticked lines. */
  ticked: FlowSums
  /** The number of the unread line whose amount closes the difference. */
  missingLine: number | null
  /** Whether the import states the closing balance of the bank. */
  isStated: boolean
  /** The name of the wallet of the statement; null with a single one. */
  walletName: string | null
}

/** The proof: opening balance plus income less expenses equals the bank's closing balance. Without balances it makes no claim. */
export function ProofLedger({ proof, ticked, missingLine, isStated, walletName }: ProofLedgerProps) {
  const rows = proofRows(proof, ticked)
  const longest = Math.max(
    ...rows.map(({ centavos, kind }) => widthInEms(`+${partsOfCentavos(centavos).whole}`) * (kind === 'total' ? 2 : 1)),
  )
  const { missing, closing, opening } = proof
  return (
    <section className={styles.part} aria-labelledby="o-extrato">
      <div className={styles.head}>
        <h2 id="o-extrato" className="section-title">
          O extrato
        </h2>
        <p>{walletName === null ? 'O que havia, mais o que entrou, menos o que saiu.' : `O saldo é o de ${walletName}, não o de tudo.`}</p>
      </div>
      <div className={styles.body}>
        <ol className={`${axisLedger.ledger} ${styles.ledger}`} style={{ '--ems': longest } as CSSProperties}>
          {rows.map((row) => (
            <LedgerRow key={row.name} {...row} />
          ))}
        </ol>
        {missing === 0 && (
          <p className={styles.closes} role="status">
            <IconCheck size={18} stroke={1.75} aria-hidden />
            <b>Fecha com o saldo do banco.</b>
          </p>
        )}
        {opening === null && closing && (
          <p className={styles.says}>
            O banco diz {formatCentavos(closing.centavos)} em {formatShortDay(closing.date)}.
            {isStated && ' Ao importar, esse vira o seu saldo informado.'}
          </p>
        )}
      </div>
      {missing !== null && missing !== 0 && (
        <div className={styles.warning} role="status">
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <p>
            <b>
              {missing < 0
                ? `A soma passa ${formatCentavos(-missing)} do saldo do banco.`
                : `Faltam ${formatCentavos(missing)} para fechar com o saldo do banco.`}
            </b>{' '}
            {missingLine === null
              ? 'Veja se o arquivo está completo, ou importe assim e acerte depois.'
              : `A linha ${missingLine} não foi entendida e traz esse valor. Lance à mão, ou importe assim e acerte depois.`}
          </p>
        </div>
      )}
    </section>
  )
}

/** @param ticked the sums that the import adds; what the file has beside them is a row of its own */
export function proofRows(proof: StatementProof, ticked: FlowSums): ProofRow[] {
  const { opening, openingDate, income, expense, sum, closing, missing } = proof
  const left = income - expense - (ticked.income - ticked.expense)
  const moved: ProofRow[] = [
    { name: 'entrou', centavos: ticked.income, kind: 'in' },
    { name: 'saiu', centavos: -ticked.expense, kind: 'out' },
    ...(left === 0 ? [] : [{ name: 'fora desta importação', centavos: left }]),
  ]
  if (opening === null || sum === null) {
    const rest = income - expense
    return [...moved, { name: rest < 0 ? 'faltou' : 'sobrou', centavos: rest, kind: 'total' }]
  }
  const before: ProofRow = { name: `em ${formatDayOfMonth(openingDate)}`, centavos: opening }
  if (missing === null || closing === null) return [before, ...moved, { name: 'pela soma', centavos: sum, kind: 'total' }]
  if (missing === 0) return [before, ...moved, { name: `em ${formatDayOfMonth(closing.date)}`, centavos: sum, kind: 'total' }]
  return [
    before,
    ...moved,
    { name: 'pela soma', centavos: sum, kind: 'ruled' },
    { name: 'diz o banco', centavos: closing.centavos },
    { name: missing < 0 ? 'sobram' : 'faltam', centavos: Math.abs(missing), kind: 'total' },
  ]
}

/** An amount aligned at its comma. */
function LedgerRow({ name, centavos, kind }: ProofRow) {
  const { sign, whole, cents } = partsOfCentavos(centavos)
  return (
    <li data-kind={kind}>
      <span className="visually-hidden">
        {name} {formatCentavos(centavos)}
      </span>
      <span className={`${axisLedger.number} ${styles.number}`} aria-hidden="true">
        {kind === 'in' && centavos > 0 ? '+' : sign}
        {whole}
      </span>
      <span className={`${axisLedger.words} ${styles.words}`} aria-hidden="true">
        <b>{cents}</b>
        <wbr />
        {name}
      </span>
    </li>
  )
}
