import { choiceKey, type UnknownTable } from './mapped-table'
import { inPortions, readStatements } from './read-statements'
import { rowKeys } from './row-keys'
import type { ReadLine, Statement } from './statement'

const bytes = (text: string) => new TextEncoder().encode(text)

const line = (date: string, more: Partial<ReadLine> = {}): ReadLine => ({
  line: 1,
  date,
  centavos: -500,
  description: 'Café',
  memo: 'Café',
  identifier: '',
  paysBill: false,
  ...more,
})

describe('a file', () => {
  it('that is no statement is told apart', async () => {
    expect(await readStatements(bytes('%PDF-1.7 …'))).toEqual({ kind: 'no-statement' })
    expect(await readStatements(new Uint8Array([0, 1, 2, 0]))).toEqual({ kind: 'no-statement' })
    expect(await readStatements(bytes(''))).toEqual({ kind: 'no-statement' })
  })

  it('of an unknown form asks for its columns, and is read with those that were named before', async () => {
    const file = bytes('Quando;O quê;Quanto\n01/11/2026;Venda;10,00\n')
    const asked = await readStatements(file)
    expect(asked.kind).toBe('unknown-table')
    const { table } = asked as { table: UnknownTable }
    const choice = { date: 'Quando', description: 'O quê', amount: 'Quanto' }
    const read = await readStatements(file, { [choiceKey(table)]: choice })
    expect(read).toMatchObject({ kind: 'statements', statements: [{ lines: [{ centavos: 1_000 }] }] })
  })
})

describe('the keys of rows', () => {
  it('tell equal lines of one file apart, and are the same for the same file', async () => {
    const statement = { account: 'Inter', lines: [line('2026-11-01'), line('2026-11-01'), line('2026-11-02')] }
    const keys = await rowKeys(statement)
    expect(new Set(keys).size).toBe(3)
    expect(keys.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true)
    expect(await rowKeys(statement)).toEqual(keys)
  })

  it('are what the contract says', async () => {
    const [key] = await rowKeys({ account: 'Inter', lines: [line('2026-11-01', { identifier: 'A1' })] })
    const text = ['Inter', 'A1', '2026-11-01', '-500', 'Café', '1'].join('\u001f')
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(key).toBe(Buffer.from(digest).toString('hex'))
  })
})

describe('a long statement', () => {
  const statement: Statement = {
    format: 'csv',
    bank: 'Inter',
    account: 'Inter',
    accountNumber: null,
    lines: ['2026-11-03', '2026-11-01', '2026-11-02', '2026-11-02'].map((date) => line(date)),
    unread: [{ line: 9, text: '?', reason: 'sem data' }],
    otherPart: [],
    opening: { date: '2026-10-31', centavos: 1 },
    closing: { date: '2026-11-03', centavos: 2 },
  }

  it('is several imports, split by date', () => {
    const portions = inPortions(statement, 2)
    expect(portions.map(({ lines }) => lines.map(({ date }) => date))).toEqual([
      ['2026-11-01'],
      ['2026-11-02', '2026-11-02'],
      ['2026-11-03'],
    ])
    expect(portions.map(({ opening, closing, unread }) => [opening?.centavos, closing?.centavos, unread.length])).toEqual([
      [1, undefined, 1],
      [undefined, undefined, 0],
      [undefined, 2, 0],
    ])
  })
})
