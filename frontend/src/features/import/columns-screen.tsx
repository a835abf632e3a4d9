import { useEffect, useState } from 'react'
import { IconDeviceMobile } from '@tabler/icons-react'
import { Button } from '../../ui/button'
import { Segmented } from '../../ui/field/segmented'
import { Money } from '../../ui/money'
import { StatusLine } from '../../ui/status-line'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { choiceOf, columnRoles, roleNames, roleOf, rolesOf, withRole, type ColumnRole, type ColumnRoles } from './column-roles'
import { Foot } from './foot'
import { sumLines } from './statement-review'
import { PlainSelect } from '../../ui/field/plain-select'
import { readStatementFile } from './read-statement-file'
import { SumsAtLine } from './sums-at-line'
import { useAccount } from '../../data/account'
import { today } from '../../lib/dates'
import { Checkbox } from '../../ui/field/checkbox'
import type { ColumnChoice } from './statement/column-choice'
import type { Mapping } from './statement/statement'
import type { DayOrder } from './statement/written-dates'
import { SHOWN_ROWS } from './file-limits'
import type { ParsedStatement } from './parsed-statement'
import type { UnmappedFile } from './use-import-queue'
import { lineCountText, formatShortDay } from './import-texts'
import styles from './columns-screen.module.css'

interface ColumnsScreenProps {
  unmapped: UnmappedFile
  onNamed: (statements: readonly ParsedStatement[], choice: ColumnChoice) => void
}

/** The width of a column in pixels at the default text size. Where the table does not fit, each field has its own select. */
const COLUMN = 140

/** Asks once for the columns of an unknown table. */
export function ColumnsScreen({ unmapped, onNamed }: ColumnsScreenProps) {
  const { table } = unmapped
  const [roles, setRoles] = useState(() => rolesOf(table.likely))
  const [ref, { width }] = useMeasuredSize<HTMLDivElement>(960)
  const choice = choiceOf(roles)
  const statements = useParsedFile(unmapped, choice)
  const change = (column: string, role: ColumnRole) => setRoles((now) => withRole(now, column, role))
  const count = statements?.reduce((sum, { lines }) => sum + lines.length, 0) ?? 0
  const mapping = statements?.[0]?.mapping
  const isOrderMissing = mapping?.isOrderOpen === true && roles.order === undefined
  const Columns = width >= table.names.length * COLUMN ? ColumnTable : ColumnFields
  return (
    <div ref={ref} className={styles.screen}>
      <p className={styles.lead}>O Prumo ainda não conhece este arquivo. Diga uma vez; da próxima, ele abre direto.</p>
      <Columns unmapped={unmapped} roles={roles} onChange={change} onRoles={setRoles} />
      {statements && count === 0 && (
        <StatusLine tone="warning" title="Assim não dá para ler nenhuma linha.">
          Confira qual coluna é a data e qual é o valor.
        </StatusLine>
      )}
      {mapping && <DateQuestions mapping={mapping} roles={roles} onRoles={setRoles} />}
      {choice && typeof choice.amount === 'string' && (
        <Checkbox
          label="Esta é uma fatura de cartão: o que é positivo é compra"
          checked={roles.card === true}
          onChange={(isChecked) => setRoles(({ card: _card, ...now }) => (isChecked ? { ...now, card: true } : now))}
        />
      )}
      {mapping && count > 0 && <BalanceProof mapping={mapping} />}
      {statements && count > 0 && <Preview statements={statements} count={count} />}
      <p className={styles.fine}>
        <IconDeviceMobile size={16} stroke={1.75} aria-hidden /> Guardado neste aparelho para arquivos com este cabeçalho.
      </p>
      <Foot note="Nada é gravado ainda">
        <Button
          variant="signal"
          size="lg"
          disabled={!choice || count === 0 || isOrderMissing}
          onClick={() => choice && statements && onNamed(statements, choice)}
        >
          Conferir {lineCountText(count)}
        </Button>
      </Foot>
    </div>
  )
}

/** The statements according to a choice; null while they are being read. */
function useParsedFile({ file }: UnmappedFile, choice: ColumnChoice | null): readonly ParsedStatement[] | null {
  const { id: accountId } = useAccount()
  const [parsed, setParsed] = useState<{ name: string; statements: readonly ParsedStatement[] } | null>(null)
  const name = choice && JSON.stringify(choice)
  useEffect(() => {
    if (name === null) return
    let isOver = false
    const read = async (): Promise<void> => {
      const result = await readStatementFile(file, { accountId, today: today(), choices: {}, named: JSON.parse(name) as ColumnChoice })
      if (!isOver) setParsed({ name, statements: result.kind === 'statements' ? result.statements : [] })
    }
    void read()
    return () => void (isOver = true)
  }, [file, accountId, name])
  return parsed !== null && parsed.name === name ? parsed.statements : null
}

interface DateQuestionsProps {
  mapping: Mapping
  roles: ColumnRoles
  onRoles: (change: (roles: ColumnRoles) => ColumnRoles) => void
}

const dayOrders: [DayOrder, string][] = [
  ['day-first', 'O dia: 31/12'],
  ['month-first', 'O mês: 12/31'],
]

/** Asks what the dates leave open: the order of day and month, and the year. */
function DateQuestions({ mapping: { isOrderOpen, takenYear }, roles, onRoles }: DateQuestionsProps) {
  return (
    <>
      {isOrderOpen && (
        <PlainSelect
          label="As datas têm primeiro o dia ou o mês?"
          isLabelled
          prompt="Escolha"
          value={roles.order ?? ''}
          options={dayOrders}
          onChange={(order) => onRoles((now) => ({ ...now, order: order as DayOrder }))}
        />
      )}
      {takenYear !== null && (
        <PlainSelect
          label="De que ano são as datas?"
          isLabelled
          value={String(takenYear)}
          options={yearsAround(takenYear)}
          onChange={(year) => onRoles((now) => ({ ...now, year: Number(year) }))}
        />
      )}
    </>
  )
}

function yearsAround(year: number): [string, string][] {
  return [year + 1, year, year - 1, year - 2].map((each): [string, string] => [String(each), String(each)])
}

/** Says whether the running balances confirm the columns. Without balances they stay unconfirmed. */
function BalanceProof({ mapping: { balances } }: { mapping: Mapping }) {
  if (balances === 'agree') return <StatusLine tone="success">Cada saldo é o anterior mais o valor: as colunas estão certas.</StatusLine>
  if (balances === 'absent') return <StatusLine>Sem uma coluna de saldo, só você pode conferir: veja a data e o sinal.</StatusLine>
  return (
    <StatusLine tone="warning" title="Os saldos não batem com os valores.">
      Confira as colunas, a data e o sinal.
    </StatusLine>
  )
}

interface ColumnsProps {
  unmapped: UnmappedFile
  roles: ColumnRoles
  onChange: (column: string, role: ColumnRole) => void
  onRoles: (roles: ColumnRoles) => void
}

/** The wide layout: a select above each column of the raw table. */
function ColumnTable({ unmapped: { table }, roles, onChange }: ColumnsProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">As primeiras linhas do arquivo</caption>
      <thead>
        <tr>
          {table.names.map((name) => (
            <td key={name}>
              <PlainSelect
                label={`O que é a coluna ${name}`}
                value={roleOf(roles, name)}
                options={columnRoles.map((role) => [role, roleNames[role]])}
                isQuiet={roleOf(roles, name) === 'unused'}
                onChange={(role) => onChange(name, role as ColumnRole)}
              />
            </td>
          ))}
        </tr>
        <tr>
          {table.names.map((name) => (
            <th key={name} scope="col" data-role={roleOf(roles, name)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((cells, index) => (
          <tr key={index}>
            {table.names.map((name, column) => (
              <td key={name} data-role={roleOf(roles, name)}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const amountWays = [
  { value: 'one', label: 'Uma coluna' },
  { value: 'two', label: 'Saiu e entrou' },
] as const

/** The narrow layout: a select for each field. */
function ColumnFields({ unmapped: { table }, roles, onChange, onRoles }: ColumnsProps) {
  const [way, setWay] = useState<'one' | 'two'>(roles.credit || roles.debit ? 'two' : 'one')
  const options = table.names.map((name): [string, string] => [name, name])
  const field = (role: Exclude<ColumnRole, 'unused'>, label: string = roleNames[role]) => (
    <PlainSelect
      label={label}
      isLabelled
      prompt="Escolha a coluna"
      value={roles[role] ?? ''}
      options={options}
      onChange={(column) => onChange(column, role)}
    />
  )
  function changeWay(next: 'one' | 'two'): void {
    setWay(next)
    const { amount: _amount, credit: _credit, debit: _debit, ...others } = roles
    onRoles(others)
  }
  return (
    <div className={styles.fields}>
      {field('date')}
      {field('description')}
      <div>
        <p className={styles.label} aria-hidden="true">
          Valor
        </p>
        <Segmented legend="Valor" name="valor" segments={amountWays} value={way} onChange={changeWay} block />
      </div>
      {way === 'one' ? (
        field('amount', 'Coluna do valor')
      ) : (
        <div className={styles.two}>
          {field('debit')}
          {field('credit')}
        </div>
      )}
    </div>
  )
}

/** The first lines as they would be recorded. */
function Preview({ statements, count }: { statements: readonly ParsedStatement[]; count: number }) {
  const first = statements.flatMap(({ lines }) => lines).slice(0, SHOWN_ROWS)
  const lines = first.map(({ centavos, ...line }) => ({
    ...line,
    centavos: Math.abs(centavos),
    type: centavos > 0 ? ('income' as const) : ('expense' as const),
  }))
  return (
    <section className={styles.preview} aria-labelledby="fica-assim">
      <div className={styles.head}>
        <h2 id="fica-assim" className="section-title">
          Fica assim{' '}
          <small>
            {lines.length} de {count}
          </small>
        </h2>
        <p>Confira a data e o sinal.</p>
        <SumsAtLine sums={sumLines(lines)} />
      </div>
      <ul>
        {lines.map(({ key, date, description, centavos, type }) => (
          <li key={key}>
            <time dateTime={date}>{formatShortDay(date)}</time>
            <b>{description}</b>
            <Money centavos={centavos} type={type} />
          </li>
        ))}
      </ul>
    </section>
  )
}
