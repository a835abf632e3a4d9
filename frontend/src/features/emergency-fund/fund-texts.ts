import type { MovementKind } from '@prumo/shared/emergency-fund-rules'

export const movementNames: Record<MovementKind, string> = { deposit: 'Depósito', withdrawal: 'Retirada', adjustment: 'Ajuste' }

const plain = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

/** A larger number of months is meaningless to a reader. */
const MOST_MONTHS = 120

/** `1 mês`, `3 meses`, `mais de 10 anos`; `—` for null */
export function monthsText(months: number | null): string {
  if (months === null) return '—'
  if (months > MOST_MONTHS) return 'mais de 10 anos'
  return months === 1 ? '1 mês' : `${plain.format(months)} meses`
}

/** `48,3%` */
export function percentText(percent: number): string {
  return `${plain.format(percent)}%`
}
