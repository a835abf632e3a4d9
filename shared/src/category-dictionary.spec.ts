import { dictionaryWords, findDictionaryWord } from './category-dictionary.js'
import { cleanStatementName } from './statement-names.js'
import { dictionaryLines } from './test-dictionary-lines.js'
import { flowTypes, transactionCategories, type FlowType } from './transaction-rules.js'

const wordOf = (line: string, type: FlowType) => findDictionaryWord([cleanStatementName(line), line], type)
const categoryOf = (line: string, type: FlowType = 'expense') => wordOf(line, type)?.category ?? null
const linesOf = (lines: string) => lines.trim().split(/\s*\n\s*/)

describe.each(flowTypes)('the words of %s', (type) => {
  const byCategory = Object.entries(dictionaryLines[type])

  it.each(byCategory)('mean %s in a statement', (category, lines) => {
    expect(linesOf(lines).map((line) => [line, categoryOf(line, type)])).toEqual(linesOf(lines).map((line) => [line, category]))
  })

  it('are each found in a line, and stand once', () => {
    const found = byCategory.flatMap(([, lines]) => linesOf(lines)).map((line) => wordOf(line, type)?.word)
    expect(dictionaryWords[type].filter((word) => !found.includes(word))).toEqual([])
    expect(new Set(dictionaryWords[type]).size).toBe(dictionaryWords[type].length)
  })

  it('offer listed categories and the few others', () => {
    const others = [
      'Impostos',
      'Transporte',
      'Água, luz e internet',
      'Tarifas bancárias',
      'Alimentação',
      'Retirada',
      'Aporte',
      'Empréstimo',
    ]
    for (const [category] of byCategory) expect([...transactionCategories[type], ...others]).toContain(category)
  })
})

it('has at least 150 words', () => {
  expect(new Set(flowTypes.flatMap((type) => dictionaryWords[type])).size).toBeGreaterThanOrEqual(150)
})

it.each([
  ['Claro que sim', null],
  ['Oi de casa', null],
  ['Ao Vivo Produções', null],
  ['Rio Claro Esportes', null],
  ['Dasa', null],
  ['Loja das Meninas', null],
  ['Das Antigas Brechó', null],
  ['Guia das Flores', null],
  ['Posto de Saúde', null],
  ['Composto Orgânico', null],
  ['Mercado Livre', null],
  ['TED INTERNET', null],
  ['Santa Luz Modas', null],
  ['Casa das Massas', null],
  ['Padaria Ipiranga', 'Alimentação'],
  ['Aluguel da maquininha', 'Aluguel'],
  ['Aluguel maquininha', 'Tarifas bancárias'],
  ['IOF EMPRESTIMO', 'Empréstimo'],
  ['UBER EATS', 'Alimentação'],
  ['Pagamento do DAS', 'Impostos'],
  ['das de novembro', 'Impostos'],
])('takes %j for %j', (line, category) => expect(categoryOf(line)).toBe(category))

it('knows no sale in what goes out, and no tax in what comes in', () => {
  expect(categoryOf('PIX ENVIADO STONE')).toBeNull()
  expect(categoryOf('DARF 0211', 'income')).toBeNull()
})

it('looks in the name before what the bank wrote around it', () => {
  const line = 'Transferência enviada pelo Pix - MOINHO SOL - •••.111.222-•• - COOPERATIVA FERRAMENTAS E EQUIPAMENTOS'
  expect(categoryOf(line)).toBe('Fornecedores')
})
