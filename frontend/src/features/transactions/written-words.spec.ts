import { prepareReader } from '../../data/entry-reader'
import { alternativeText, factsText, partText, questionText, restText } from './written-words'

const TODAY = '2026-11-27'
const wallets = [
  { id: 'w1', name: 'Inter', kind: 'bank' as const, isMain: true },
  { id: 'w2', name: 'Nubank', kind: 'card' as const, isMain: false },
]
const reader = prepareReader({ today: TODAY, descriptions: [], categories: [], wallets: wallets as never, rules: [], businessType: null })
const walletName = (id: string) => wallets.find((wallet) => wallet.id === id)?.name ?? ''

it.each([
  ['mercado 45,90 ontem', 'mercado=descrição 45,90=valor ontem=qui, 26/11'],
  ['aluguel 1200,00 todo mês dia 5', 'aluguel=descrição 1200,00=valor todo mês=todo mês dia 5=sáb, 05/12'],
  ['luz 89,90 vence 20/12', 'luz=descrição 89,90=valor vence=a confirmar 20/12=dom, 20/12'],
  ['notebook 3600 em 10x #equipamentos', 'notebook=descrição 3600=valor em 10x=10 parcelas #equipamentos=Equipamentos'],
  ['paguei a fatura 1.120,40', 'paguei=transferência, Nubank fatura=transferência, Nubank 1.120,40=valor'],
  ['forma 20 34,90', 'forma=descrição 20=valor? 34,90=valor?'],
])('names the parts of “%s”', (line, expected) => {
  const { parts, draft } = reader.read(line)
  expect(parts.map((part) => `${line.slice(part.start, part.end)}=${partText(part, draft, walletName)}`).join(' ')).toBe(expected)
})

it('says a question with its readings, and what is understood already', () => {
  const entry = reader.read('forma 20 34,90 ontem')
  const [question] = entry.questions
  expect(questionText(question!)).toBe('Há dois valores. Qual é o preço?')
  const readings = question!.alternatives.map((each) => alternativeText('amount', each, TODAY, walletName))
  expect(readings).toContainEqual({ title: 'R$\u00a034,90', rest: 'A descrição fica “Forma 20”' })
  expect(restText(entry, 'amount', TODAY)).toBe('O resto já foi entendido: despesa, ontem.')
})

it.each([
  ['luz 89,90 vence 20/12', 'Água, luz e internet, 20/12, a confirmar'],
  ['aluguel 1200,00 todo mês dia 5', 'Aluguel, 05/12, todo mês'],
  ['paguei a fatura 1.120,40', 'Transferência, hoje'],
])('sums “%s” up as %s', (line, expected) => {
  expect(factsText(reader.read(line).draft, TODAY)).toBe(expected)
})
