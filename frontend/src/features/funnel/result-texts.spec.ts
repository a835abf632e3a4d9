import { analyse, costRanges, revenueRanges } from '@prumo/shared/analysis'
import { headlineOf, perMonth, reachOf, reserveOf, savedOf, savingOf } from './result-texts'

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
  const reach = (last: number, saved = 0) => plain(reachOf({ projection: [0, 0, last], reserveGoal: 525_000 }, saved))
  expect(reach(60_000)).toBe('Em 3 meses, R$ 600 dos R$ 5.250 da sua reserva.')
  expect(reach(60_000, 200_000)).toBe('Em 3 meses, com o que você já tem, R$ 2.600 dos R$ 5.250 da sua reserva.')
  expect(reach(525_000)).toBe('Em 3 meses, a sua reserva inteira.')
  expect(reach(60_000, 500_000)).toBe('Em 3 meses, com o que você já tem, a sua reserva inteira e mais um pouco.')
  for (const monthlyRevenue of [null, ...revenueRanges]) {
    for (const fixedCosts of [null, ...costRanges])
      expect(reachOf(analyse({ monthlyRevenue, fixedCosts }), 0)).toMatch(/^Em 3 meses, .*reserva( inteira( e mais um pouco)?)?\.$/)
  }
})

it('only an amount counts as saved already', () => {
  expect(savedOf({ hasReserve: true, reserveAmount: ' 2.000 ' })).toBe(200_000)
  expect(savedOf({ hasReserve: true, reserveAmount: 'uns 2 mil' })).toBe(0)
  expect(savedOf({ hasReserve: false, reserveAmount: '' })).toBe(0)
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
