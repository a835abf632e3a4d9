import { ANALYSIS_STEPS, answersIn, noAnswers, type AnalysisAnswers } from '@prumo/shared/analysis'
import { read, remove, storageKeys, write } from '../../lib/device-storage'

/** The analysis on this device: the draft in this tab, and the finished answers for later pages. */
export interface AnalysisDraft {
  /** From 1. */
  step: number
  answers: AnalysisAnswers
}

/** The draft in progress, else the answers of the last time, else an empty draft. */
export function readAnalysisDraft(): AnalysisDraft {
  const text = read('session', storageKeys.analysisDraft)
  const answers = answersIn(text)
  if (answers === null) return { step: 1, answers: readAnalysisAnswers() ?? noAnswers }
  const { step } = JSON.parse(text ?? '{}') as { step?: unknown }
  return { step: typeof step === 'number' && step >= 1 && step <= ANALYSIS_STEPS ? Math.floor(step) : 1, answers }
}

export function writeAnalysisDraft({ step, answers }: AnalysisDraft): void {
  write('session', storageKeys.analysisDraft, JSON.stringify({ ...answers, step }))
}

/** The answers of a finished analysis; null without one. */
export function readAnalysisAnswers(): AnalysisAnswers | null {
  return answersIn(read('local', storageKeys.analysis))
}

export function writeAnalysisAnswers(answers: AnalysisAnswers): void {
  write('local', storageKeys.analysis, JSON.stringify(answers))
  remove('session', storageKeys.analysisDraft)
}
