import type { Analysis } from '@prumo/shared/analysis'
import { MONTHS_AHEAD } from '@prumo/shared/analysis'

/** What the result says in sentences. */

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', trailingZeroDisplay: 'stripIfInteger' })

/** An amount of an estimate: without cents that are none. */
export function aboutReais(centavos: number): string {
  return reais.format(centavos / 100)
}

export function headlineOf(profit: number): string {
  if (profit > 0) return `Devem sobrar cerca de ${aboutReais(profit)} por mês. A questão é onde isso vai parar.`
  if (profit < 0) return `Pelo que você contou, faltam cerca de ${aboutReais(-profit)} por mês para fechar a conta.`
  return 'Pelo que você contou, o que entra e o que sai empatam. Não sobra nada no fim do mês.'
}

/** How much of the reserve the projection comes to. */
export function reachOf({ projection, reserveGoal }: Pick<Analysis, 'projection' | 'reserveGoal'>): string {
  const share = (projection[MONTHS_AHEAD - 1] ?? 0) / reserveGoal
  const when = `Em ${MONTHS_AHEAD} meses,`
  if (share > 1) return `${when} a sua reserva inteira e mais um pouco.`
  if (share === 1) return `${when} a sua reserva inteira.`
  if (share > 0.5) return `${when} mais da metade da sua reserva.`
  if (share === 0.5) return `${when} metade da sua reserva.`
  return `${when} ${Math.floor(share * 100)}% da sua reserva.`
}

/** What is set aside, and its share of the profit where it is one. */
export function savingOf({ saving, profit }: Pick<Analysis, 'saving' | 'profit'>): string {
  return `Guardando ${aboutReais(saving)} por mês${saving * 5 === profit ? ' (20%)' : ''}`
}
