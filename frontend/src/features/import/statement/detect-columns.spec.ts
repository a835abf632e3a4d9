import { delimiterOf } from './delimiter'
import { likelyChoice, readMapped, unknownTable } from './mapped-table'
import { tableRows } from './table'
import { TODAY } from './test-reading'

const tableIn = (text: string) => {
  const table = unknownTable(tableRows(text, delimiterOf(text)))
  if (!table) throw new Error('The text has no table')
  return table
}
const likely = (text: string) => likelyChoice(tableIn(text))
const read = (text: string) => {
  const table = tableIn(text)
  const choice = likelyChoice(table)
  if (!choice) throw new Error('The columns are unknown')
  return readMapped(table, choice, { today: TODAY })
}
const centavosOf = (text: string) => read(text).lines.map(({ centavos }) => centavos)

describe('the columns of an unknown table', () => {
  it.each([
    [
      'a balance is no amount',
      'Data;Saldo;Valor;Favorecido\n01/09/2026;1.000,00;100,00;Ana\n02/09/2026;950,00;-50,00;Beto',
      [10_000, -5_000],
    ],
    ['pairs are pairs', 'Dia;Movimento;Entradas;Saídas\n01/09/2026;Ana;100,00;\n02/09/2026;Beto;;50,00', [10_000, -5_000]],
    ['a pair may have one empty side', 'Data;Texto;Entrada;Saída\n01/09/2026;Luz;;50,00\n02/09/2026;Gás;;20,00', [-5_000, -2_000]],
    ['debits may come first', 'Data;Histórico;Débito;Crédito\n01/09/2026;Loja;-30,00;\n02/09/2026;Venda;;31,00', [-3_000, 3_100]],
    [
      'a letter is the sign',
      'Data;Histórico;Valor;D/C;Saldo\n01/09/2026;Pix;100,00;C;1.100,00\n02/09/2026;Luz;50,00;D;1.050,00',
      [10_000, -5_000],
    ],
    ['a word is the sign', 'data,descricao,valor,tipo\n01/11/2026,PIX,150.50,ENTRADA\n02/11/2026,LUZ,89.75,SAIDA', [15_050, -8_975]],
    [
      'balances find the amount without names',
      'A;B;C;D\n01/09/2026;Venda;105,00;5,00\n02/09/2026;Luz;100,00;-5,00\n03/09/2026;Gás;95,00;-5,00',
      [500, -500, -500],
    ],
    [
      'balances find a pair without names',
      '01/09/2026;Ana;100,00;0,00;1.100,00\n02/09/2026;Beto;0,00;50,00;1.050,00\n03/09/2026;Caio;0,00;5,00;1.045,00',
      [10_000, -5_000, -500],
    ],
    [
      'the newest row may come first',
      'Data;Texto;Valor;Saldo\n03/09/2026;Gás;-5,00;95,00\n02/09/2026;Luz;-5,00;100,00\n01/09/2026;Venda;5,00;105,00',
      [-500, -500, 500],
    ],
    [
      'a document number is no amount',
      'Data;Docto;Texto;Valor\n01/09/2026;1.234,00;Pão;-5,00\n02/09/2026;2.234,00;Venda;5,00',
      [-500, 500],
    ],
  ])('%s', (_, text, expected) => expect(centavosOf(text)).toEqual(expected))

  it('are certain when the balances add up, and uncertain otherwise', () => {
    const text = 'Data;Texto;Valor;Saldo\n01/09/2026;Ana;100,00;1.100,00\n02/09/2026;Beto;-50,00;1.050,00\n03/09/2026;Caio;-5,00;1.045,00'
    expect(read(text).mapping?.balances).toBe('agree')
    expect(read(text.replaceAll('-', '')).mapping?.balances).toBe('disagree')
    expect(read(text.replaceAll(/;[^;\n]*$/gm, '')).mapping?.balances).toBe('absent')
  })

  it('include two texts if the file has them', () => {
    const text = 'Data;Título;Descrição;Valor\n01/09/2026;Pix enviado;Padaria;-5,00\n02/09/2026;Tarifa;Tarifa;-1,00'
    expect(read(text).lines.map(({ description }) => description)).toEqual(['Pix enviado Padaria', 'Tarifa'])
    expect(likely('Data;Descrição;Valor;Situação\n01/09/2026;Pão;-1,00;Pendente')).toEqual({
      date: 'Data',
      description: 'Descrição',
      amount: 'Valor',
    })
  })

  it('keep their header when the first row is irregular', () => {
    const { lines, unread } = read('Data;Descrição;Valor\n;Padaria;\nhoje;Pão;-1,00\n01/09/2026;Mercado;-89,50')
    expect([lines.length, unread.length]).toEqual([1, 2])
  })
})

describe('a bill of a card', () => {
  const bill =
    'Fatura de setembro\nData;Descrição;Valor\n01/09/2026;Mercado;45,90\n05/09/2026;Pagamento recebido;-500,00\n06/09/2026;Estorno Loja;-10,00'

  it('is recognised by its words, and counts purchases as expenses', () => {
    expect(read(bill)).toMatchObject({
      isCard: true,
      lines: [{ centavos: -4_590 }, { centavos: 50_000, paysBill: true }, { centavos: 1_000 }],
    })
  })

  it('keeps its signs if purchases are negative or all lines are refunds', () => {
    expect(centavosOf('Data;Estabelecimento;Valor\n05/09/2026;Mercado;-50,00\n06/09/2026;Pagamento recebido;70,00')).toEqual([
      -5_000, 7_000,
    ])
    expect(centavosOf('Data;Estabelecimento;Valor\n05/09/2026;Estorno Loja;50,00')).toEqual([5_000])
  })

  it('has its instalments in the key', () => {
    const text = 'Data;Estabelecimento;Parcela;Valor\n01/09/2026;Loja;3 de 10;45,90\n01/09/2026;Loja;4 de 10;45,90'
    expect(read(text).lines.map(({ instalment }) => instalment)).toEqual(['3/10', '4/10'])
  })
})

describe('the dates of a file', () => {
  it('are all read month first when one of them has no other reading', () => {
    const text = 'Date,Description,Amount\n09/03/2026,Coffee,-4.50\n09/14/2026,Books,-15.00'
    expect(read(text).lines.map(({ date }) => date)).toEqual(['2026-09-03', '2026-09-14'])
    expect(read(text).mapping?.isOrderOpen).toBe(false)
  })

  it('need an answer when ambiguous, except in a Brazilian table', () => {
    const text = 'Date,Description,Amount\n09/03/2026,Coffee,-4.50\n09/04/2026,Books,-15.00'
    expect(read(text).mapping?.isOrderOpen).toBe(true)
    expect(read('Data;Texto;Valor\n09/03/2026;Café;-4,50').mapping?.isOrderOpen).toBe(false)
  })

  it('take their year from the period above the table, else need an answer', () => {
    const rows = 'Data;Descrição;Valor\n05/12;Mercado;-50,00\n05/01;Posto;-20,00'
    const dated = read(`Extrato de 01/12/2025 a 31/01/2026\n${rows}`)
    expect(dated.lines.map(({ date }) => date)).toEqual(['2025-12-05', '2026-01-05'])
    expect(dated.mapping?.takenYear).toBeNull()
    expect(read(rows).mapping?.takenYear).toBe(2026)
  })

  it('are planned after the end of the statement, and under a heading of future entries', () => {
    const rows = 'Data;Histórico;Valor\n01/09/2026;Pix;-50,00\n15/10/2026;Luz;-9,00'
    expect(read(`Extrato gerado em 30/09/2026\n${rows}`).lines.map(({ isPlanned }) => isPlanned)).toEqual([false, true])
    const headed = read(rows.replace('\n15', '\nLançamentos futuros;;\n15'))
    expect(headed.lines.map(({ isPlanned }) => isPlanned)).toEqual([false, true])
    expect(headed.otherLines).toMatchObject([{ kind: 'heading' }])
  })
})

describe('balance rows', () => {
  const rows = (end: string) =>
    `Data;Histórico;Valor\n31/08/2026;SALDO ANTERIOR;1.000,00\n01/09/2026;Pix;-50,00\n01/09/2026;SALDO DO DIA;950,00\n30/09/2026;S A L D O;${end}`

  it('open and close the statement and are no entries', () => {
    expect(read(rows('950,00'))).toMatchObject({
      lines: [{ centavos: -5_000 }],
      opening: { date: '2026-08-31', centavos: 100_000 },
      closing: { date: '2026-09-30', centavos: 95_000 },
    })
  })

  it('are dropped when they contradict the entries', () => expect(read(rows('1.950,00')).closing).toBeNull())
})
