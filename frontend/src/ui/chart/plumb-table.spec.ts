import { plumbSentence } from './plumb-table'

const NBSP = '\u00a0'

describe('the sentence of the plumb chart', () => {
  it('says the last period in full and names the periods with a deficit', () => {
    const sentence = plumbSentence([
      { label: 'jul', name: 'julho', income: 1_210_000, expense: 1_298_000 },
      { label: 'ago', name: 'agosto', income: 1_260_000, expense: 1_100_000 },
    ])
    expect(sentence).toBe(
      `Entradas e saídas de julho a agosto. Em agosto: entrou R$${NBSP}12.600,00, saiu R$${NBSP}11.000,00, sobrou R$${NBSP}1.600,00. Em julho, faltou R$${NBSP}880,00.`,
    )
  })

  it('has no range for one period', () => {
    expect(plumbSentence([{ label: 'nov', income: 100, expense: 200 }])).toBe(
      `Entradas e saídas de nov. Em nov: entrou R$${NBSP}1,00, saiu R$${NBSP}2,00, faltou R$${NBSP}1,00.`,
    )
  })

  it('says that there are no rows', () => {
    expect(plumbSentence([])).toBe('Entradas e saídas: nada para mostrar.')
  })
})
