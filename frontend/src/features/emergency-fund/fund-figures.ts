import type { EmergencyFund, ExpenseAverage, FundAnalysis } from '@prumo/shared/emergency-fund'
import { newFund, standingOf, suggestedSaving, targetOf, TARGET_WITHOUT_FUND, type FundStanding } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos } from '@prumo/shared/money'
import { speakCentavos } from '../../ui/money-format'
import { monthsText, percentText } from './fund-texts'

/**
 * How the fund stands, in centavos: what a worker last found a month to cost, on the amounts as they are now. So a
 * figure never contradicts the balance beside it while the worker is behind.
 */
export function currentFundStatus(fund: EmergencyFund | null, analysis: FundAnalysis): FundStanding {
  return standingOf({
    targetAmount: fund ? fund.targetAmount : TARGET_WITHOUT_FUND,
    currentAmount: fund ? fund.currentAmount : newFund.currentAmount,
    average: analysis.monthlyExpenseAverage,
  })
}

const SAFE_PERCENT = 10

/** What the target becomes with the first saving or the first deposit, in centavos. */
export function firstTarget(average: number): number {
  return targetOf(newFund, average)
}

/** The sentence after the message: how far the fund is, and what its target is made of. */
export function describeProgress(
  { targetAmount, percent, message, monthlyExpenseAverage }: FundStanding,
  fund: Pick<EmergencyFund, 'targetMonths'> | null,
): string {
  const target = formatCentavos(targetAmount)
  if (!fund) {
    const next = firstTarget(monthlyExpenseAverage)
    const change =
      next === targetAmount
        ? ''
        : ` Com o primeiro valor guardado, passa a ${formatCentavos(next)}: ${monthsText(newFund.targetMonths)} de ${formatCentavos(monthlyExpenseAverage)}.`
    return `Enquanto você não define a meta, ela é de ${target}.${change}`
  }
  if (targetAmount === 0) return 'Informe quanto custa um mês para ter uma meta.'
  const months = `${monthsText(fund.targetMonths)} de despesas`
  if (message.level === 'reached') return `A reserva cobre ${months}: ${target}.`
  return `${percentText(percent)} da meta de ${target}, ${months}.`
}

interface FundFigure {
  label: string
  text: string
  /** What it follows from. */
  note: string
}

/** What is beside the amount itself. */
export function fundFigures({
  targetAmount,
  remainingAmount,
  estimatedMonths,
  monthlyExpenseAverage,
  suggestedSafeSpend,
}: FundStanding): FundFigure[] {
  return [
    { label: 'Falta Guardar', text: formatCentavos(remainingAmount), note: `para ${formatCentavos(targetAmount)}` },
    { label: 'Tempo Estimado', text: monthsText(estimatedMonths), note: describePace({ monthlyExpenseAverage, remainingAmount }) },
    { label: 'Gasto seguro sugerido', text: formatCentavos(suggestedSafeSpend), note: `${SAFE_PERCENT}% da reserva` },
  ]
}

/** What the estimate supposes. */
function describePace(standing: Pick<FundStanding, 'monthlyExpenseAverage' | 'remainingAmount'>): string {
  const saving = suggestedSaving(standing)
  if (saving !== null) return `guardando ${formatCentavos(saving)} por mês`
  return standing.monthlyExpenseAverage === 0 ? 'sem média de despesas' : 'nada falta'
}

/**
 * What the target rests on, and how much of that is there.
 * @param withExpenses how many of the months looked back on have expenses; null where nobody knows
 */
export function basisText(average: ExpenseAverage, withExpenses: number | null): string {
  const { months, source, monthlyExpenseAverage } = average
  const perMonth = formatCentavos(monthlyExpenseAverage)
  if (source === 'entered') return `Nos últimos ${months} meses não há despesas: a conta usa a média informada, ${perMonth} por mês.`
  const sum = `A conta usa a média de despesas dos últimos ${months} meses, ${perMonth} por mês.`
  if (withExpenses === null || withExpenses === 0) return sum
  if (withExpenses === months) return `${sum} Os ${months} têm despesas.`
  return `${sum} Só ${withExpenses === 1 ? '1 deles tem' : `${withExpenses} deles têm`} despesas: com mais meses lançados, a meta muda.`
}

/** What a screen reader says of the gauge: `48,3 por cento, R$ 4.350 de R$ 9.000`. */
export function speakFundStatus({ percent, currentAmount, targetAmount }: FundStanding): string {
  return `${percentText(percent).replace('%', ' por cento')}, ${speakCentavos(currentAmount)} de ${speakCentavos(targetAmount)}`
}
