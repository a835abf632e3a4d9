/**
 * The free analysis: seven questions and the figures computed from the answers, entirely on the device. Amounts are in
 * centavos.
 */
import type { Difficulty } from './business.js'
import { percentOfCentavos } from './money.js'

export const businessKinds = ['service', 'freelancer', 'small_business', 'other'] as const
export const revenueRanges = ['0-2500', '2500-5000', '5000-7500', '7500-15000', '15000+'] as const
export const costRanges = ['0-1000', '1000-2500', '2500-5000', '5000+'] as const
export const mainGoals = ['stability', 'growth', 'independence', 'routine', 'all'] as const
export const mainProblems = ['control', 'decisions', 'investment', 'mixing', 'all'] as const
export const motivations = ['peace', 'control', 'evolution', 'clarity', 'confidence', 'all'] as const

export type BusinessKind = (typeof businessKinds)[number]
export type RevenueRange = (typeof revenueRanges)[number]
export type CostRange = (typeof costRanges)[number]
export type MainGoal = (typeof mainGoals)[number]
export type MainProblem = (typeof mainProblems)[number]
export type Motivation = (typeof motivations)[number]

/** Null means unanswered: steps 2 to 4 are optional. */
export interface AnalysisAnswers {
  businessType: BusinessKind | null
  monthlyRevenue: RevenueRange | null
  fixedCosts: CostRange | null
  hasReserve: boolean | null
  /** As typed; empty without a reserve. */
  reserveAmount: string
  mainGoal: MainGoal | null
  mainProblems: readonly MainProblem[]
  motivation: Motivation | null
}

export const noAnswers: AnalysisAnswers = {
  businessType: null,
  monthlyRevenue: null,
  fixedCosts: null,
  hasReserve: null,
  reserveAmount: '',
  mainGoal: null,
  mainProblems: [],
  motivation: null,
}

export const ANALYSIS_STEPS = 7

/** The midpoint of a range represents it. */
const revenueMidpoints: Record<RevenueRange, number> = {
  '0-2500': 125_000,
  '2500-5000': 375_000,
  '5000-7500': 625_000,
  '7500-15000': 1_125_000,
  '15000+': 2_000_000,
}
const costMidpoints: Record<CostRange, number> = { '0-1000': 50_000, '1000-2500': 175_000, '2500-5000': 375_000, '5000+': 750_000 }
const DEFAULT_REVENUE = 500_000
const DEFAULT_COSTS = 200_000

const SAVED_PERCENT = 20
const MIN_SAVING = 20_000
const REINVESTED_PERCENT = 30
const ECONOMY_PERCENT = 10
/** Months covered by both the reserve and the projection. */
export const MONTHS_AHEAD = 3

/** Figures computed from the answers, in centavos per month unless noted. */
export interface Analysis {
  revenue: number
  costs: number
  /** Negative when costs exceed revenue. */
  profit: number
  /** Three months of costs. */
  reserveGoal: number
  /** A fifth of the profit, at least R$ 200. */
  saving: number
  /** Accumulated savings after each of the next three months, in order. */
  projection: readonly number[]
  /** Share of the profit to reinvest; 0 at a loss. */
  reinvestment: number
  /** What better habits may save; 0 at a loss. */
  economy: number
  /** Whether an average replaces revenue or costs because the question was left open. */
  isEstimated: boolean
}

export function analyse({ monthlyRevenue, fixedCosts }: Pick<AnalysisAnswers, 'monthlyRevenue' | 'fixedCosts'>): Analysis {
  const revenue = monthlyRevenue === null ? DEFAULT_REVENUE : revenueMidpoints[monthlyRevenue]
  const costs = fixedCosts === null ? DEFAULT_COSTS : costMidpoints[fixedCosts]
  const profit = revenue - costs
  const saving = Math.max(percentOfCentavos(profit, SAVED_PERCENT), MIN_SAVING)
  return {
    revenue,
    costs,
    profit,
    reserveGoal: costs * MONTHS_AHEAD,
    saving,
    projection: Array.from({ length: MONTHS_AHEAD }, (_, month) => saving * (month + 1)),
    reinvestment: Math.max(percentOfCentavos(profit, REINVESTED_PERCENT), 0),
    economy: Math.max(percentOfCentavos(profit, ECONOMY_PERCENT), 0),
    isEstimated: monthlyRevenue === null || fixedCosts === null,
  }
}

/** The chosen problems after a press: "all" excludes the others, any other replaces "all", and pressing a chosen one removes it. */
export function pressProblem(chosen: readonly MainProblem[], pressed: MainProblem): MainProblem[] {
  if (chosen.includes(pressed)) return chosen.filter((problem) => problem !== pressed)
  if (pressed === 'all') return ['all']
  return mainProblems.filter((problem) => problem === pressed || (problem !== 'all' && chosen.includes(problem)))
}

/** Sets `hasReserve`; without a reserve the amount is cleared. */
export function answerReserve(answers: AnalysisAnswers, hasReserve: boolean): AnalysisAnswers {
  return { ...answers, hasReserve, reserveAmount: hasReserve ? answers.reserveAmount : '' }
}

/** Whether a step, from 1, can be left with these answers. */
export function isAnswered(step: number, { businessType, mainGoal, mainProblems: problems, motivation }: AnalysisAnswers): boolean {
  if (step === 1) return businessType !== null
  if (step === 5) return mainGoal !== null
  if (step === 6) return problems.length > 0
  if (step === 7) return motivation !== null
  return true
}

const difficultyOf: Record<Exclude<MainProblem, 'all'>, Difficulty> = {
  control: 'Controle de fluxo de caixa',
  decisions: 'Planejamento financeiro',
  investment: 'Reserva de emergência',
  mixing: 'Organização de gastos',
}

/** Initial values for registration: the income in centavos, null when left open, and the difficulties. */
export function prefillOf({ monthlyRevenue, mainProblems: problems }: Pick<AnalysisAnswers, 'monthlyRevenue' | 'mainProblems'>): {
  monthlyIncome: number | null
  mainDifficulties: Difficulty[]
} {
  const named = problems.includes('all')
    ? (Object.keys(difficultyOf) as (keyof typeof difficultyOf)[])
    : problems.filter((problem) => problem !== 'all')
  return {
    monthlyIncome: monthlyRevenue === null ? null : revenueMidpoints[monthlyRevenue],
    mainDifficulties: named.map((problem) => difficultyOf[problem]),
  }
}

const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

/** Parses answers stored on a device by any version. Unknown options count as unanswered; null for any other value. */
export function answersIn(text: string | null): AnalysisAnswers | null {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? 'null')
  } catch {
    return null
  }
  if (kept === null || typeof kept !== 'object' || Array.isArray(kept)) return null
  const found = kept as Partial<Record<keyof AnalysisAnswers, unknown>>
  const problems = Array.isArray(found.mainProblems) ? found.mainProblems.filter((problem) => isOneOf(mainProblems, problem)) : []
  return {
    businessType: isOneOf(businessKinds, found.businessType) ? found.businessType : null,
    monthlyRevenue: isOneOf(revenueRanges, found.monthlyRevenue) ? found.monthlyRevenue : null,
    fixedCosts: isOneOf(costRanges, found.fixedCosts) ? found.fixedCosts : null,
    hasReserve: typeof found.hasReserve === 'boolean' ? found.hasReserve : null,
    reserveAmount: typeof found.reserveAmount === 'string' && found.hasReserve === true ? found.reserveAmount : '',
    mainGoal: isOneOf(mainGoals, found.mainGoal) ? found.mainGoal : null,
    mainProblems: problems.includes('all') ? ['all'] : mainProblems.filter((problem) => problems.includes(problem)),
    motivation: isOneOf(motivations, found.motivation) ? found.motivation : null,
  }
}
