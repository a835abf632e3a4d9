import { readdirSync, readFileSync } from 'node:fs'
import { choiceOf, rolesOf, withRole, type ColumnRoles } from '../column-roles'
import { likelyChoice } from './mapped-table'
import { readStatements, type ReadFile } from './read-statements'
import type { Statement, StatementLine } from './statement'

const folder = `${__dirname}/fixtures`
const context = { today: '2026-11-27', walletId: 'wallet', choices: {} }

interface Row {
  date: string
  centavos: number
  description?: string
}

interface Expected {
  file: string
  rows: Row[]
  notUnderstood: string[]
  closing: { date: string; centavos: number } | null
  opening?: { date: string; centavos: number }
  asksColumns?: { date: string; description: string; amount: string }
  unticked?: Row[]
  mayAlso?: Row[]
  refused?: boolean
  after?: string
  accountNumber?: string
}

const expectations = readdirSync(folder)
  .filter((name) => name.endsWith('.expected.json'))
  .map((name) => withReadMinus(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Expected))

/** The variant in which a line with a trailing minus is read instead of listed. */
function withReadMinus(expected: Expected): Expected {
  if (expected.file !== '16-primeira-linha-ruim-2.csv') return expected
  return { ...expected, rows: [{ date: '2026-09-01', centavos: -2_050, description: 'Padaria' }, ...expected.rows], notUnderstood: [] }
}

/** Reads a fixture like a person, who names the requested columns or accepts the detected ones. */
async function read({ file, asksColumns }: Expected, names: boolean): Promise<ReadFile> {
  const bytes = new Uint8Array(readFileSync(`${folder}/${file}`))
  const first = await readStatements(bytes, context)
  if (first.kind !== 'unknown-table') return first
  const likely = rolesOf(likelyChoice(first.table))
  const named = Object.entries(names ? (asksColumns ?? {}) : {}).reduce<ColumnRoles>(
    (roles, [role, column]) => withRole(roles, column, role as 'date' | 'description' | 'amount'),
    likely,
  )
  const choice = choiceOf(named)
  if (!choice) throw new Error('The columns are not known')
  return readStatements(bytes, { ...context, named: choice })
}

async function statementOf(expected: Expected, names: boolean): Promise<Statement<StatementLine>> {
  const found = await read(expected, names)
  if (found.kind !== 'statements') throw new Error(`It is ${found.kind}`)
  expect(found.statements).toHaveLength(1)
  return found.statements[0] as Statement<StatementLine>
}

const moneyOf = (rows: readonly Row[]) => rows.map(({ date, centavos }) => `${date} ${centavos}`).toSorted()
const ways = expectations.flatMap((expected) => [
  [expected.file, 'as it is offered', expected, false] as const,
  ...(expected.asksColumns ? [[expected.file, 'with its columns named', expected, true] as const] : []),
])

describe.each(ways.filter(([, , { refused }]) => !refused))('%s, %s', (_file, _way, expected, names) => {
  it('has the expected rows, balances and unread lines', async () => {
    const statement = await statementOf(expected, names)
    const isTicked = (line: StatementLine) => !line.paysBill && !line.isPlanned
    const ticked = statement.lines.filter(isTicked)
    expect(moneyOf(ticked)).toEqual(moneyOf(expected.rows))
    for (const row of expected.rows) {
      const texts = ticked
        .filter(({ date, centavos }) => date === row.date && centavos === row.centavos)
        .map(({ description }) => description)
      expect(texts.join('\n')).toContain(row.description ?? '')
    }
    expect(moneyOf(statement.lines.filter((line) => !isTicked(line)))).toEqual(moneyOf(expected.unticked ?? []))
    expect(
      statement.unread
        .map(({ text }) => text)
        .join('\n')
        .split('\n')
        .filter(Boolean),
    ).toHaveLength(expected.notUnderstood.length)
    for (const text of expected.notUnderstood) expect(statement.unread.map((line) => line.text).join('\n')).toContain(text)
    expect(statement.closing).toEqual(expected.closing)
    if (expected.opening) expect(statement.opening).toEqual(expected.opening)
    if (expected.accountNumber) expect(statement.accountNumber).toContain(expected.accountNumber.replace('… ', ''))
  })

  it('is read to the last row', async () => {
    const { lines, unread, otherLines, otherPart } = await statementOf(expected, names)
    const places = [...lines, ...unread, ...otherLines].map(({ line }) => line)
    expect(new Set(places).size).toBe(places.length)
    expect(places.length + otherPart.length).toBeGreaterThanOrEqual(expected.rows.length)
  })
})

it.each(expectations.filter(({ after }) => after))('$file adds its rows to $after', async (expected) => {
  const before = expectations.find(({ file }) => file === expected.after) as Expected
  const [first, second] = [await statementOf(before, false), await statementOf(expected, false)]
  const known = new Set(first.lines.map(({ key }) => key))
  expect(second.lines.filter(({ key }) => known.has(key))).toEqual([])
})

it('reports a statement without entries as empty', async () => {
  const empty = expectations.find(({ refused }) => refused) as Expected
  expect(await read(empty, false)).toEqual({ kind: 'empty' })
})
