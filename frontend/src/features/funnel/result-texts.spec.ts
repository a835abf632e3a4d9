import { analyse, costRanges, revenueRanges } from '@prumo/shared/analysis'
import { headlineOf, perMonth, reachOf, reserveOf, savingOf } from './result-texts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('the headline states the result and its direction', () => {
  expect(plain(headlineOf(450_000))).toBe('Devem sobrar cerca de R$ 4.500 por mês. A questão é onde isso vai parar.')
  expect(plain(headlineOf(-125_000))).toBe('Pelo que você contou, faltam cerca de R$ 1.250 por mês para fechar a conta.')
  expect(headlineOf(0)).toContain('empatam')
})

it('a saving states its share only where it is exact', () => {
  expect(plain(savingOf({ saving: 90_000, profit: 450_000 }))).toBe('Guardando R$ 900 por mês (20%)')
  expect(plain(savingOf({ saving: 20_000, profit: 75_000 }))).toBe('Guardando R$ 200 por mês')
})

it('the projection is compared with the reserve', () => {
  expect(reachOf({ projection: [90_000, 180_000, 270_000], reserveGoal: 525_000 })).toBe('Em 3 meses, mais da metade da sua reserva.')
  expect(reachOf({ projection: [1, 2, 3], reserveGoal: 3 })).toBe('Em 3 meses, a sua reserva inteira.')
  expect(reachOf({ projection: [1, 2, 3], reserveGoal: 6 })).toBe('Em 3 meses, metade da sua reserva.')
  for (const monthlyRevenue of [null, ...revenueRanges]) {
    for (const fixedCosts of [null, ...costRanges])
      expect(reachOf(analyse({ monthlyRevenue, fixedCosts }))).toMatch(/^Em 3 meses, .*reserva( inteira( e mais um pouco)?)?\.$/)
  }
})

it('a share of zero is formatted with centavos', () => {
  expect(plain(perMonth(135_000))).toBe('R$ 1.350 por mês')
  expect(plain(perMonth(0))).toBe('R$ 0,00 por mês')
})

it('an existing reserve is subtracted where it is an amount, and quoted otherwise', () => {
  const of = (hasReserve: boolean | null, reserveAmount = '') => plain(reserveOf({ hasReserve, reserveAmount }, 525_000) ?? '')
  expect(of(null)).toBe('')
  expect(of(false)).toBe('Hoje não há nada guardado: a reserva começa do zero.')
  expect(of(true)).toBe('O que você já guardou conta como começo.')
  expect(of(true, ' uns 2 mil ')).toBe('O que você já guardou (uns 2 mil) conta como começo.')
  expect(of(true, '2.000')).toBe('Com os R$ 2.000 que você já guardou, faltam R$ 3.250 para a reserva inteira.')
  expect(of(true, 'R$ 5.250,00')).toBe('Com os R$ 5.250 que você já guardou, a reserva está inteira.')
  expect(of(true, '0')).toBe('Hoje não há nada guardado: a reserva começa do zero.')
})
