import { createHash } from 'node:crypto'
import { choiceKey, type UnknownTable } from './mapped-table'
import { inPortions, readStatements } from './read-statements'
import { rowKeys } from './row-keys'
import type { ReadLine, Statement } from './statement'

const bytes = (text: string) => new TextEncoder().encode(text)
const context = { today: '2026-12-31', walletId: 'wallet', choices: {} }

const line = (date: string, more: Partial<ReadLine> = {}): ReadLine => ({
  line: 1,
  date,
  centavos: -500,
  description: 'Café',
  memo: 'Café',
  identifier: '',
  instalment: '',
  category: null,
  paysBill: false,
  isPlanned: false,
  ...more,
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a file', () => {
  it('that is no statement is identified by its kind', async () => {
    const kinds = [bytes('%PDF-1.7 …'), new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), new Uint8Array([0, 1, 2, 0]), bytes('')]
    const found = await Promise.all(kinds.map((file) => readStatements(file, context)))
    expect(found).toEqual(['pdf', 'old-spreadsheet', 'other', 'other'].map((each) => ({ kind: 'no-statement', found: each })))
  })

  it('in an unknown format needs its columns, and is read with remembered ones', async () => {
    const file = bytes('Quando;O quê;Quanto\n01/11/2026;Venda;10,00\n')
    const asked = await readStatements(file, context)
    expect(asked.kind).toBe('unknown-table')
    const { table } = asked as { table: UnknownTable }
    const choice = { date: 'Quando', description: 'O quê', amount: 'Quanto' }
    const read = await readStatements(file, { ...context, choices: { [choiceKey(table)]: choice } })
    expect(read).toMatchObject({ kind: 'statements', statements: [{ lines: [{ centavos: 1_000 }] }] })
  })
})

describe('the keys of rows', () => {
  it('differ for equal lines of a file, and are stable for a file', () => {
    const statement = { account: 'Inter', lines: [line('2026-11-01'), line('2026-11-01'), line('2026-11-02')] }
    const keys = rowKeys(statement, 'wallet')
    expect(new Set(keys).size).toBe(3)
    expect(keys.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true)
    expect(rowKeys(statement, 'wallet')).toEqual(keys)
  })

  it('match the contract', () => {
    const lines = [
      line('2026-11-01', { identifier: 'A1' }),
      line('2026-11-01', { identifier: '000' }),
      line('2026-11-01', { memo: 'LOJA  AZUL', instalment: '2/10' }),
    ]
    const keys = rowKeys({ account: 'Inter/123', lines }, 'wallet')
    const texts = ['A1', 'cafe', 'loja azul 2/10'].map((id) => ['Inter/123', id, '2026-11-01', '-500', '1'].join('\u001f'))
    expect(keys).toEqual(texts.map(sha256))
    const [key] = rowKeys({ account: '', lines: [line('2026-11-01')] }, 'wallet')
    expect(key).toBe(sha256(['wallet', 'cafe', '2026-11-01', '-500', '1'].join('\u001f')))
  })
})

describe('a long statement', () => {
  const statement: Statement = {
    format: 'csv',
    bank: 'Inter',
    account: 'Inter',
    accountNumber: null,
    isCard: false,
    foreignCurrency: null,
    otherLines: [],
    lines: ['2026-11-03', '2026-11-01', '2026-11-02', '2026-11-02'].map((date) => line(date)),
    unread: [{ line: 9, text: '?', reason: 'sem data' }],
    otherPart: [],
    opening: { date: '2026-10-31', centavos: 1 },
    closing: { date: '2026-11-03', centavos: 2 },
  }

  it('is split by date into several imports', () => {
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
