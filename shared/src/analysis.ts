/**
 * The free analysis: seven answers and what follows from them. Nothing leaves the device; amounts are centavos.
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

/** Null is not answered: steps 2 to 4 may be left open. */
export interface AnalysisAnswers {
  businessType: BusinessKind | null
  monthlyRevenue: RevenueRange | null
  fixedCosts: CostRange | null
  hasReserve: boolean | null
  /** As it was typed; empty without a reserve. */
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

/** What a range stands for: its middle. */
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
const LEAST_SAVING = 20_000
const REINVESTED_PERCENT = 30
const ECONOMY_PERCENT = 10
/** Both the reserve and the projection look three months ahead. */
export const MONTHS_AHEAD = 3

/** What follows from the answers, in centavos a month where nothing else is said. */
export interface Analysis {
  revenue: number
  costs: number
  /** Negative where more goes out than comes in. */
  profit: number
  /** Three months of costs. */
  reserveGoal: number
  /** A fifth of the profit, at least R$ 200. */
  saving: number
  /** What is saved after each of three months, the oldest first. */
  projection: readonly number[]
  /** Of the profit, to put back into the business; nothing of a loss. */
  reinvestment: number
  /** What better habits may save; nothing of a loss. */
  economy: number
  /** Whether revenue or costs were left open, and an average stands for them. */
  isEstimated: boolean
}

/** The computation behind the result. */
export function analyse({ monthlyRevenue, fixedCosts }: Pick<AnalysisAnswers, 'monthlyRevenue' | 'fixedCosts'>): Analysis {
  const revenue = monthlyRevenue === null ? DEFAULT_REVENUE : revenueMidpoints[monthlyRevenue]
  const costs = fixedCosts === null ? DEFAULT_COSTS : costMidpoints[fixedCosts]
  const profit = revenue - costs
  const saving = Math.max(percentOfCentavos(profit, SAVED_PERCENT), LEAST_SAVING)
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

/** The problems after one was pressed: all is alone, any other takes its place, and a chosen one is let go. */
export function pressProblem(chosen: readonly MainProblem[], pressed: MainProblem): MainProblem[] {
  if (chosen.includes(pressed)) return chosen.filter((problem) => problem !== pressed)
  if (pressed === 'all') return ['all']
  return mainProblems.filter((problem) => problem === pressed || (problem !== 'all' && chosen.includes(problem)))
}

/** Whether there is a reserve; without one there is no amount of it. */
export function answerReserve(answers: AnalysisAnswers, hasReserve: boolean): AnalysisAnswers {
  return { ...answers, hasReserve, reserveAmount: hasReserve ? answers.reserveAmount : '' }
}

/** Whether a step, from 1, may be left behind with these answers. */
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

/** What the analysis lets registration begin with: the income in centavos, null where it was left open, and the difficulties. */
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

/**
 * Answers as they were kept on a device, by whatever version: what is not an answer of today counts as left open. Null
 * for anything else.
 */
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
