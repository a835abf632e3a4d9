import { prepareReader } from '../data/entry-reader'
import { writtenText } from './use-written-action'

const reader = prepareReader({
  today: '2026-11-27',
  descriptions: [],
  categories: [],
  wallets: [],
  rules: [],
  businessType: null,
})

it.each([
  ['mercado 45,90 ontem', 'mercado, R$\u00a045,90, ontem'],
  ['recebi 350,00 da Júlia dia 12', 'Júlia, R$\u00a0350,00, 12/11'],
  // Something is asked first.
  ['forma 20 34,90', '“forma 20 34,90”'],
  ['casamento', null],
  ['45,90', null],
])('offers to record %s as %s', (typed, expected) => {
  expect(writtenText(typed, reader.read(typed), '2026-11-27')).toBe(expected)
})
