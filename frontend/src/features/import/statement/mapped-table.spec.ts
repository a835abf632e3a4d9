import type { ColumnChoice } from './column-choice'
import { delimiterOf } from './delimiter'
import { choiceKey, likelyChoice, readMapped as readWith, unknownTable as tableIn, type UnknownTable } from './mapped-table'
import { tableRows } from './table'
import { TODAY } from './test-reading'

const unknownTable = (text: string) => tableIn(tableRows(text, delimiterOf(text)))
const readMapped = (table: UnknownTable, choice: ColumnChoice) => readWith(table, choice, { today: TODAY })

const file = `Banco Qualquer
Dt. Mov.;Doc;Texto;Entrada;Saída
01/11/2026;12;Venda no balcão;1.250,00;
02/11/2026;13;Conta de luz;;120,50
`

describe('a table in an unknown format', () => {
  const table = unknownTable(file) as UnknownTable

  it('is read once its columns are named', () => {
    expect(table.names).toEqual(['Dt. Mov.', 'Doc', 'Texto', 'Entrada', 'Saída'])
    const choice = { date: 'Dt. Mov.', description: 'Texto', amount: { credit: 'Entrada', debit: 'Saída' } }
    expect(readMapped(table, choice)).toMatchObject({
      bank: null,
      lines: [
        { date: '2026-11-01', centavos: 125_000, description: 'Venda no balcão' },
        { date: '2026-11-02', centavos: -12_050, description: 'Conta de luz' },
      ],
    })
  })

  it('has zeros in the unused one of the amount columns', () => {
    const filled = `Data;Texto;Entrada;Saída
01/11/2026;Venda no balcão;1.250,00;0,00
02/11/2026;Conta de luz;0,00;120,50
03/11/2026;Estorno da tarifa;0,00;0,00
04/11/2026;Tarifa isenta;0,00;
`
    const choice = { date: 'Data', description: 'Texto', amount: { credit: 'Entrada', debit: 'Saída' } }
    expect(readMapped(unknownTable(filled) as UnknownTable, choice)).toMatchObject({
      lines: [{ centavos: 125_000 }, { centavos: -12_050 }],
      unread: [
        { line: 4, reason: 'valor zero' },
        { line: 5, reason: 'valor zero' },
      ],
    })
  })

  it('is recognised by its header, whatever its case and accents', () => {
    expect(choiceKey(table)).toBe(choiceKey(unknownTable(file.toUpperCase()) as UnknownTable))
  })

  it('has columns without a header, and detected roles', () => {
    const bare = unknownTable('2026-11-01,Venda no balcão,12.50,9\n2026-11-02,Conta de luz,-3.20,8\n') as UnknownTable
    expect(bare.names).toEqual(['Coluna 1', 'Coluna 2', 'Coluna 3', 'Coluna 4'])
    expect(likelyChoice(bare)).toEqual({ date: 'Coluna 1', description: 'Coluna 2', amount: 'Coluna 3' })
  })

  it('needs dates and amounts', () => {
    expect(unknownTable('um texto qualquer\ncom duas linhas')).toBeNull()
    expect(unknownTable('a;b;c\nd;e;f')).toBeNull()
  })
})
