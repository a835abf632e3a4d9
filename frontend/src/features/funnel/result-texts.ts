import { MONTHS_AHEAD, type Analysis, type AnalysisAnswers } from '@prumo/shared/analysis'
import { formatCentavos, parseCentavos } from '@prumo/shared/money'

/** The sentences of the result. */

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', trailingZeroDisplay: 'stripIfInteger' })

/** Formats an estimated amount, without cents when it is a whole number of reais. */
export function aboutReais(centavos: number): string {
  return reais.format(centavos / 100)
}

export function headlineOf(profit: number): string {
  if (profit > 0) return `Devem sobrar cerca de ${aboutReais(profit)} por mês. A questão é onde isso vai parar.`
  if (profit < 0) return `Pelo que você contou, faltam cerca de ${aboutReais(-profit)} por mês para fechar a conta.`
  return 'Pelo que você contou, o que entra e o que sai empatam. Não sobra nada no fim do mês.'
}

/** What is saved already, in centavos; 0 where it is none, or not an amount. */
export function savedOf({ hasReserve, reserveAmount }: Pick<AnalysisAnswers, 'hasReserve' | 'reserveAmount'>): number {
  return hasReserve ? (parseCentavos(reserveAmount.trim()) ?? 0) : 0
}

/** Compares the projection, with what is saved already (centavos), with the reserve. */
export function reachOf({ projection, reserveGoal }: Pick<Analysis, 'projection' | 'reserveGoal'>, saved: number): string {
  const reached = saved + (projection[MONTHS_AHEAD - 1] ?? 0)
  const when = `Em ${MONTHS_AHEAD} meses${saved > 0 ? ', com o que você já tem' : ''},`
  if (reached > reserveGoal) return `${when} a sua reserva inteira e mais um pouco.`
  if (reached === reserveGoal) return `${when} a sua reserva inteira.`
  return `${when} ${aboutReais(reached)} dos ${aboutReais(reserveGoal)} da sua reserva.`
}

/** Compares the existing reserve with the goal (centavos); null without an answer. */
export function reserveOf(
  { hasReserve, reserveAmount }: Pick<AnalysisAnswers, 'hasReserve' | 'reserveAmount'>,
  reserveGoal: number,
): string | null {
  if (hasReserve === null) return null
  const typed = reserveAmount.trim()
  const saved = parseCentavos(typed)
  if (!hasReserve || saved === 0) return 'Hoje não há nada guardado: a reserva começa do zero.'
  if (saved === null) return `O que você já guardou${typed && ` (${typed})`} conta como começo.`
  const rest = saved >= reserveGoal ? 'a reserva está inteira' : `faltam ${aboutReais(reserveGoal - saved)} para a reserva inteira`
  return `Com os ${aboutReais(saved)} que você já guardou, ${rest}.`
}

/** A monthly share of the profit. Zero has cents, as in other amounts. */
export function perMonth(centavos: number): string {
  return `${centavos === 0 ? formatCentavos(0) : aboutReais(centavos)} por mês`
}

/** The monthly saving, with its share of the profit where that is exactly 20%. */
export function savingOf({ saving, profit }: Pick<Analysis, 'saving' | 'profit'>): string {
  return `Guardando ${aboutReais(saving)} por mês${saving * 5 === profit ? ' (20%)' : ''}`
}
