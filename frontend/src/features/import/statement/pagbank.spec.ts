import { readCsv } from './test-reading'
import { fileText } from './file-text'

const file = `CODIGO DA TRANSACAO;DATA;TIPO;DESCRICAO;VALOR
AAA1;01/11/2026;Vendas;Cartão de crédito;1.234,56
AAA2;02/11/2026;Pix enviado;João;-34,56
`

test("reads PagBank's table, in windows-1252", () => {
  const statement = readCsv(fileText(Uint8Array.from(file, (letter) => letter.charCodeAt(0))))
  expect(statement).toMatchObject({
    bank: 'PagBank',
    lines: [
      { date: '2026-11-01', centavos: 123_456, description: 'Vendas: Cartão de crédito', identifier: 'AAA1' },
      { centavos: -3_456, description: 'Pix enviado: João' },
    ],
    unread: [],
  })
})
