import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'

/** Phrases of insights and summary. Amounts are in centavos; less than two reais is singular. */

/** `entraram R$ 2,00`, `entrou R$ 1,99` */
export function cameIn(centavos: number): string {
  return verb('entrou', 'entraram', centavos)
}

/** `saíram R$ 2,00` */
export function wentOut(centavos: number): string {
  return verb('saiu', 'saíram', centavos)
}

/** `sobraram R$ 2,00`; for a negative amount `faltaram R$ 2,00` */
export function remained(centavos: number): string {
  return centavos < 0 ? verb('faltou', 'faltaram', -centavos) : verb('sobrou', 'sobraram', centavos)
}

function verb(one: string, many: string, centavos: number): string {
  return `${centavos < 200 ? one : many} ${formatCentavos(centavos)}`
}

/** `foi com Fornecedores`, `ficou sem categoria` */
export function inCategory(name: string): string {
  return name === NO_CATEGORY ? `ficou ${name.toLowerCase()}` : `foi com ${name}`
}

/** `até hoje, dia 20` */
export function untilToday(today: CalendarDate): string {
  return `até hoje, dia ${Number(today.slice(8))}`
}

/** `maio, junho e julho` */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} e ${last}`
}

/** Capitalises the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
