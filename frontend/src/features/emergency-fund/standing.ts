import type { EmergencyFund, FundAnalysis } from '@prumo/shared/emergency-fund'
import { newFund, standingOf, TARGET_WITHOUT_FUND, type FundStanding } from '@prumo/shared/emergency-fund-rules'
import { centavosToReais, formatCentavos, percentOfCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../lib/centavos'
import { speakReais } from '../../ui/money-format'
import { monthsText, percentText } from './words'

/**
 * How the fund stands, in centavos: what a worker last found a month to cost, on the amounts as they are now. So a
 * figure never contradicts the balance beside it while the worker is behind.
 */
export function standingNow(fund: EmergencyFund | null, analysis: FundAnalysis): FundStanding {
  return standingOf({
    targetAmount: fund ? centavosOf(fund.targetAmount) : TARGET_WITHOUT_FUND,
    currentAmount: fund ? centavosOf(fund.currentAmount) : newFund.currentAmount,
    average: centavosOf(analysis.monthlyExpenseAverage),
  })
}

const SAVED_PERCENT = 20
const SAFE_PERCENT = 10

/** The sentence after the message: how far the fund is, and what its target is made of. */
export function howFar({ targetAmount, percent, message }: FundStanding, fund: Pick<EmergencyFund, 'targetMonths'> | null): string {
  const target = formatCentavos(targetAmount)
  if (!fund) return `Enquanto você não define a meta, ela é de ${target}.`
  if (targetAmount === 0) return 'Informe quanto custa um mês para ter uma meta.'
  const months = `${monthsText(fund.targetMonths)} de despesas`
  if (message.level === 'reached') return `A reserva cobre ${months}: ${target}.`
  return `${percentText(percent)} da meta de ${target}, ${months}.`
}

interface Figure {
  label: string
  text: string
  /** What it follows from. */
  note: string
}

/** What is beside the amount itself. */
export function figuresOf({ targetAmount, remainingAmount, estimatedMonths, monthlyExpenseAverage, suggestedSafeSpend }: FundStanding): Figure[] {
  return [
    { label: 'Falta Guardar', text: formatCentavos(remainingAmount), note: `para ${formatCentavos(targetAmount)}` },
    { label: 'Tempo Estimado', text: monthsText(estimatedMonths), note: pace(monthlyExpenseAverage, estimatedMonths) },
    { label: 'Gasto seguro sugerido', text: formatCentavos(suggestedSafeSpend), note: `${SAFE_PERCENT}% da reserva` },
  ]
}

/** What the estimate supposes. */
function pace(average: number, estimatedMonths: number | null): string {
  if (estimatedMonths === null) return 'sem média de despesas'
  return estimatedMonths === 0 ? 'nada falta' : `guardando ${formatCentavos(percentOfCentavos(average, SAVED_PERCENT))} por mês`
}

/** What a screen reader says of the gauge: `48,3 por cento, R$ 4.350 de R$ 9.000`. */
export function speakStanding({ percent, currentAmount, targetAmount }: FundStanding): string {
  return `${percentText(percent).replace('%', ' por cento')}, ${speakReais(centavosToReais(currentAmount))} de ${speakReais(centavosToReais(targetAmount))}`
}
