import type { EmergencyFund, ExpenseAverage, FundAnalysis } from '@prumo/shared/emergency-fund'
import { newFund, standingOf, suggestedSaving, targetOf, TARGET_WITHOUT_FUND, type FundStanding } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos } from '@prumo/shared/money'
import { speakCentavos } from '../../ui/money-format'
import { monthsText, percentText } from './fund-texts'

/**
 * The progress of the fund, in centavos: the last computed average with the current amounts, so that figures match the
 * balance beside them even when the average is stale.
 */
export function currentFundStatus(fund: EmergencyFund | null, analysis: FundAnalysis): FundStanding {
  return standingOf({
    targetAmount: fund ? fund.targetAmount : TARGET_WITHOUT_FUND,
    currentAmount: fund ? fund.currentAmount : newFund.currentAmount,
    average: analysis.monthlyExpenseAverage,
  })
}

const SAFE_PERCENT = 10

/** The target after the first amount is saved, in centavos. `average` is in centavos a month. */
export function firstTarget(average: number): number {
  return targetOf(newFund, average)
}

/** The sentence after the message: the progress, and how the target is computed. */
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
  /** The basis of the figure. */
  note: string
}

/** The figures beside the amount of the fund. */
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

/** The monthly saving that the estimate assumes. */
function describePace(standing: Pick<FundStanding, 'monthlyExpenseAverage' | 'remainingAmount'>): string {
  const saving = suggestedSaving(standing)
  if (saving !== null) return `guardando ${formatCentavos(saving)} por mês`
  return standing.monthlyExpenseAverage === 0 ? 'sem média de despesas' : 'não falta nada'
}

/**
 * Explains the average behind the target.
 * @param withExpenses the number of months in the window that have expenses; null while unknown
 */
export function basisText(average: ExpenseAverage, withExpenses: number | null): string {
  const { months, source, monthlyExpenseAverage } = average
  const perMonth = formatCentavos(monthlyExpenseAverage)
  if (source === 'entered') return `Nos últimos ${months} meses não há despesas: a conta usa a média informada, ${perMonth} por mês.`
  const sum = `A conta usa a média de despesas dos últimos ${months} meses, ${perMonth} por mês.`
  if (withExpenses === null || withExpenses === 0) return sum
  if (withExpenses === months)
    return `${sum} ${months === 1 ? 'Houve despesas nele.' : `Houve despesas nos ${numerals[months] ?? months} meses.`}`
  return `${sum} Só houve despesas em ${withExpenses === 1 ? '1 deles' : `${withExpenses} deles`}: com mais meses lançados, a meta muda.`
}

const numerals: Readonly<Record<number, string>> = { 2: 'dois', 3: 'três', 6: 'seis', 12: 'doze' }

/** The text of the gauge for screen readers: `48,3 por cento, R$ 4.350 de R$ 9.000`. */
export function speakFundStatus({ percent, currentAmount, targetAmount }: FundStanding): string {
  return `${percentText(percent).replace('%', ' por cento')}, ${speakCentavos(currentAmount)} de ${speakCentavos(targetAmount)}`
}
