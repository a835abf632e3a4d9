import { formatCentavos } from '@prumo/shared/money'
import {
  activitiesText,
  beginsText,
  calendarEntries,
  dasParts,
  dasRows,
  dasSources,
  dueLines,
  figureName,
  limitFigure,
  overWords,
  paceWords,
} from './mei-texts'
import { aPayment, aProfile, aYear, sales, totalsOf } from './test-mei-year'

const NOW = '2026-11-27'
const profile = aProfile()
const NBSP = '\u00a0'
const months = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `2026-${String(first + index).padStart(2, '0')}`)
/** With an order that exceeds the limit. */
const withOrder = (order: number) => aYear({ totals: totalsOf(sales.with(6, sales[6]! + order)) })

it('names the activities and the ceiling', () => {
  expect(activitiesText(aProfile({ activities: ['commerce', 'industry', 'services'] }))).toBe('comércio, indústria e serviços')
  expect(['2024-03-12', '2026-03-12'].map((openedOn) => beginsText(openedOn, 2026))).toEqual(['1º jan', '12 mar'])
})

it('says what is left, or what is above', () => {
  expect(limitFigure(aYear(), NOW)).toEqual({ label: 'Ainda cabem em 2026', amount: 1_347_530, isOver: false })
  expect(limitFigure(withOrder(1_680_000), NOW)).toEqual({ label: 'Acima do limite de 2026', amount: 332_470, isOver: true })
  expect(limitFigure(aYear(), '2027-01-02').label).toBe('Faltaram para o limite de 2026')
})

it('says the pace with its months and in hundreds', () => {
  expect(paceWords(aYear(), profile, NOW)).toEqual({
    months: 'agosto a outubro',
    mean: 658_080,
    end: 7_480_000,
    share: expect.closeTo(0.923, 3),
  })
  expect(paceWords(aYear({ firstMonth: '2026-11' }), profile, NOW)).toBeNull()
})

describe('above the limit', () => {
  it('says when the regime ends, with the source and what comes next', () => {
    const words = overWords(withOrder(1_680_000), profile, NOW)
    expect(words).toMatchObject({ title: 'Você passa a ME em 1º de janeiro de 2027.', source: 'LC 123/2006, art. 18-A, § 7º, III, a' })
    expect(words?.ahead).toBe(
      `Faltam R$${NBSP}12.875,30 para R$${NBSP}97.200,00. Acima disso, o desenquadramento vale desde 1º de janeiro de 2026.`,
    )
    expect(overWords(aYear(), profile, NOW)).toBeNull()
    expect(overWords(withOrder(1_680_000), profile, '2027-02-01')?.title).toBe('Você passou a ME em 1º de janeiro de 2027.')
  })

  it('goes back to the beginning of the year, or to an opening in it', () => {
    expect(overWords(withOrder(4_000_000), profile, NOW)).toMatchObject({
      title: 'O desenquadramento vale desde 1º de janeiro de 2026.',
      ahead: null,
    })
    const opened = aProfile({ openedOn: '2026-03-12' })
    const view = aYear({ profile: opened, totals: totalsOf(sales.with(6, 6_000_000)) })
    expect(overWords(view, opened, NOW)).toMatchObject({
      title: 'O desenquadramento vale desde a abertura, em 12 de março de 2026.',
      source: 'LC 123/2006, art. 18-A, § 7º, IV',
    })
  })
})

describe('what is due', () => {
  const paid = months(1, 10).map((month) => aPayment(month))
  const delivered = months(1, 10).map((of) => ({ kind: 'monthly_report', of }) as const)

  it('lists the next of each kind, and the declaration of the running year', () => {
    const view = aYear({ dasPayments: paid, deliveries: [...delivered, { kind: 'dasn', of: '2025' }] })
    expect(dueLines(view, profile, NOW).map(({ due, title, detail }) => [due, title, detail])).toEqual([
      ['2026-12-20', 'Relatório Mensal de novembro', 'Feito com o que você lançou.'],
      ['2026-12-21', 'DAS de novembro', `${formatCentavos(8705)}. Dia 20 cai no domingo.`],
      ['2027-05-31', 'DASN-SIMEI de 2026', 'A declaração anual, até 31/05/2027. Por enquanto, a prévia.'],
    ])
  })

  it('puts what is late first, and folds reports that were never written', () => {
    const view = aYear({ dasPayments: paid.slice(0, 9) })
    const lines = dueLines(view, profile, NOW)
    expect(lines.slice(0, 2).map(({ title, isLate }) => [title, isLate])).toEqual([
      ['DASN-SIMEI de 2025', true],
      ['DAS de outubro', true],
    ])
    expect(lines.map(({ title }) => title)).toContain('10 Relatórios Mensais')
    expect(lines.find(({ of, kind }) => kind === 'monthly_report' && of === '2026-10')?.detail).toBe(
      'De janeiro a outubro, ainda sem a sua marca de feito.',
    )
  })

  it('has every obligation in the calendar, done ones too', () => {
    const entries = calendarEntries(aYear({ dasPayments: paid }), profile, NOW)
    expect(entries.find(({ key }) => key === 'das 2026-03')).toMatchObject({ due: '2026-04-20', title: 'DAS de março', state: 'pago' })
    expect(entries.at(-1)).toMatchObject({ key: 'dasn 2026', due: '2027-05-31', isDone: false })
  })
})

describe('the DAS', () => {
  const spell = (view: Parameters<typeof dasRows>[0]) => dasRows(view, profile, NOW).map(({ name, text, amount }) => [name, text, amount])

  it('folds paid months, and goes on to the January that follows', () => {
    const view = aYear({ dasPayments: months(1, 10).map((month) => aPayment(month)) })
    expect(spell(view)).toEqual([
      ['Jan a set', '9 pagas', 9 * 8705],
      ['Outubro', 'Paga em 20/11', 8705],
      ['Novembro', 'Em aberto', 8705],
      ['Dezembro', 'Em aberto', 8705],
      ['Janeiro', 'Projeção: falta o mínimo de 2027', 8805],
    ])
  })

  it('says what is late, what looks paid, and of which months nothing is known', () => {
    const view = aYear({ firstMonth: '2026-08', dasPayments: [aPayment('2026-09', null)] })
    expect(spell(view).slice(0, 4)).toEqual([
      ['Jan a jul', 'Sem dados', 7 * 8705],
      ['Agosto', 'Vencida', 8705],
      ['Setembro', 'Parece paga em 20/10', 8705],
      ['Outubro', 'Vencida', 8705],
    ])
  })

  it('explains its parts, and how sure they are', () => {
    expect(dasParts('2026-11', profile)).toEqual([
      { name: `INSS, 5% do salário mínimo, ${formatCentavos(162_100)}`, amount: formatCentavos(8105) },
      { name: 'ICMS, de comércio e indústria', amount: formatCentavos(100) },
      { name: 'ISS, de serviços', amount: formatCentavos(500) },
    ])
    expect(dasParts('2027-01', profile).slice(3)).toEqual([
      { name: 'CBS', amount: `R$${NBSP}0,994` },
      { name: 'IBS', amount: `R$${NBSP}0,006` },
    ])
    expect(dasSources('2026-11')).toMatch(/^2026: salário mínimo, .*; impostos, .*\.$/)
    expect(dasSources('2026-11')).not.toContain('conferido')
    expect(dasSources('2027-01')).toContain('conferido em março de 2026')
  })
})

it('names the figures that changed since a delivery', () => {
  expect(['services.withInvoice', 'industry.withoutInvoice', 'commerce', 'total'].map(figureName)).toEqual([
    'serviços com nota',
    'indústria sem nota',
    'comércio',
    'total',
  ])
})
