import { ANALYSIS_STEPS, answersIn, noAnswers, type AnalysisAnswers } from '@prumo/shared/analysis'
import { read, remove, storageKeys, write } from '../../lib/device-storage'

/** The analysis as this device keeps it: while it is being answered in this tab, and once it is done for what follows. */
export interface AnalysisDraft {
  /** From 1. */
  step: number
  answers: AnalysisAnswers
}

/** Where someone left off, or what they answered last time, or nothing yet. */
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

/** The answers of a finished analysis; null where there is none. */
export function readAnalysisAnswers(): AnalysisAnswers | null {
  return answersIn(read('local', storageKeys.analysis))
}

export function writeAnalysisAnswers(answers: AnalysisAnswers): void {
  write('local', storageKeys.analysis, JSON.stringify(answers))
  remove('session', storageKeys.analysisDraft)
}
