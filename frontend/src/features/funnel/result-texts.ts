import { MONTHS_AHEAD, type Analysis, type AnalysisAnswers } from '@prumo/shared/analysis'
import { formatCentavos, parseCentavos } from '@prumo/shared/money'

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

/** What the reserve there is today means for the one to come, in centavos; null where nothing was said of it. */
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

/** A share of what remains; of nothing it is written as amounts are. */
export function perMonth(centavos: number): string {
  return `${centavos === 0 ? formatCentavos(0) : aboutReais(centavos)} por mês`
}

/** What is set aside, and its share of the profit where it is one. */
export function savingOf({ saving, profit }: Pick<Analysis, 'saving' | 'profit'>): string {
  return `Guardando ${aboutReais(saving)} por mês${saving * 5 === profit ? ' (20%)' : ''}`
}
