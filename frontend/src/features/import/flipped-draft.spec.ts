import { flippedDraft } from './flipped-draft'
import { parseStatementFile } from './parsed-statement'

it('flips every sign under new keys, and keeps the choices without the ticks', async () => {
  const text =
    'Data Lançamento;Histórico;Descrição;Valor;Saldo\n01/09/2026;;Mercado;45,90;45,90\n05/09/2026;;Pagamento recebido;-500,00;-454,10'
  const options = { accountId: '01900000-0000-7000-8000-000000000001', today: '2026-12-31', choices: {} }
  const read = await parseStatementFile(new TextEncoder().encode(text), options)
  if (read.kind !== 'statements' || !read.statements[0]) throw new Error('It was not read')
  const [statement] = read.statements
  const choices = { [statement.lines[0]?.key ?? '']: { category: 'Vendas', isTicked: false } }
  const own = { wallet: null, newCards: [], takesName: false }
  const flipped = flippedDraft({ fileName: 'f.csv', statement, choices, ...own, part: { at: 1, of: 1 } })
  expect(flipped.statement).toMatchObject({
    isCard: true,
    closing: null,
    lines: [
      { centavos: -4_590, paysBill: false },
      { centavos: 50_000, paysBill: true },
    ],
  })
  const keys = flipped.statement.lines.map(({ key }) => key)
  expect(keys).not.toContain(statement.lines[0]?.key)
  expect(flipped.choices).toEqual({ [keys[0] ?? '']: { category: 'Vendas' } })
  // Flipping twice restores the lines.
  expect(flippedDraft(flipped).statement.lines.map(({ key }) => key)).toEqual(statement.lines.map(({ key }) => key))
})
