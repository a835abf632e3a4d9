import { readCsv } from './test-reading'

/** The bank of a table, and the date, centavos and text of each line. */
function read(text: string) {
  const statement = readCsv(text)
  if (!statement) throw new Error('The table is unknown')
  const { bank, lines, unread, opening, closing, account } = statement
  expect(unread).toEqual([])
  return {
    bank,
    account,
    opening: opening?.centavos,
    closing: closing?.centavos,
    rows: lines.map((each) => [each.date, each.centavos, each.description]),
  }
}

it("reads Santander's table with one amount column", () => {
  const text = `Banco Santander (Brasil) S.A.
Agência: 1234 Conta: 01.000567-8

Data;Histórico;Documento;Valor (R$);Saldo (R$)
31/08/2026;SALDO ANTERIOR;;;1.000,00
01/09/2026;PIX RECEBIDO;000123;250,00;1.250,00
02/09/2026;TARIFA MENSALIDADE;000124;-35,90;1.214,10
`
  expect(read(text)).toEqual({
    bank: 'Santander',
    account: 'Santander/1234/1.000567-8',
    opening: 100_000,
    closing: undefined,
    rows: [
      ['2026-09-01', 25_000, 'PIX RECEBIDO'],
      ['2026-09-02', -3_590, 'TARIFA MENSALIDADE'],
    ],
  })
})

it("reads Santander's table of credits and debits", () => {
  const text = `Data;;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)
01/09/2026;;PIX RECEBIDO;123;Efetivado;250,00;;1.250,00
02/09/2026;;TARIFA;124;Efetivado;;-35,90;1.214,10
`
  expect(read(text)).toMatchObject({
    bank: 'Santander',
    opening: 100_000,
    rows: [
      ['2026-09-01', 25_000, 'PIX RECEBIDO'],
      ['2026-09-02', -3_590, 'TARIFA'],
    ],
  })
})

it("reads PicPay's table", () => {
  const text = `Data;Hora;Tipo;Origem / Destino;Valor;Saldo
01/09/2026;10:31;Pix recebido;Rute Moura;R$ 50,00;R$ 150,00
02/09/2026;11:02;Pagamento;Padaria Alvorada;- R$ 12,50;R$ 137,50
`
  expect(read(text)).toMatchObject({
    bank: 'PicPay',
    rows: [
      ['2026-09-01', 5_000, 'Pix recebido: Rute Moura'],
      ['2026-09-02', -1_250, 'Pagamento: Padaria Alvorada'],
    ],
  })
})

it("reads the bill of Inter's cards", () => {
  const text = `"Data","Lançamento","Categoria","Tipo","Valor"
"01/09/2026","MERCADO DO BAIRRO","SUPERMERCADO","Compra à vista","R$ 29,90"
"02/09/2026","LOJA AZUL","COMPRAS","Parcela 3/10","R$ 1.100,00"
"05/09/2026","PAGAMENTO ON LINE","OUTROS","Pagamento","-R$ 500,00"
`
  const statement = readCsv(text)
  expect(statement).toMatchObject({
    bank: 'Inter',
    isCard: true,
    closing: null,
    lines: [
      { centavos: -2_990, instalment: '', paysBill: false },
      { centavos: -110_000, instalment: '3/10', description: 'LOJA AZUL 3/10' },
      { centavos: 50_000, paysBill: true },
    ],
  })
})

it("reads the bill of Rico's cards as one of XP's", () => {
  const text = `Data;Estabelecimento;Portador;Valor;Parcela
10/09/2026;POSTO AVENIDA;NAIR PRADO;R$ 150,00;-
11/09/2026;ESTORNO LOJA;NAIR PRADO;R$ -20,00;-
`
  expect(read(text)).toMatchObject({
    bank: 'XP',
    rows: [
      ['2026-09-10', -15_000, 'POSTO AVENIDA'],
      ['2026-09-11', 2_000, 'ESTORNO LOJA'],
    ],
  })
})

it('derives account and card as in the keys of the rows', () => {
  const c6 = `Data de Compra;Nome no Cartão;Final do Cartão;Categoria;Descrição;Parcela;Valor (em US$);Cotação (em R$);Valor (em R$)
18/04/2026;RUTE;7731;Outros;ESCOLA;5/12;0;0;162.08
`
  expect(read(c6).account).toBe('C6Bank/7731')
  const caixa = '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"\n"0771";"20260901";"1";"ENVIO PIX";"200.00";"D"\n'
  expect(read(caixa).account).toBe('Caixa/771')
})
