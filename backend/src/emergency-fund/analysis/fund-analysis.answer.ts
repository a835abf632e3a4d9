import type { ComputedAnswer } from '../../answers/computed-answers.js'
import { readFunds } from '../emergency-fund.projection.js'
import { computeAnswers, type ComputedAnswers } from '../fund-answers.js'

/** What a month costs and how the fund stands. */
export const fundAnalysis: ComputedAnswer<ComputedAnswers> = {
  kind: 'fund-analysis',
  part: 'fund-analysis',
  version: 1,
  async compute(database, accounts, today) {
    const facts = await readFunds(database, accounts, today)
    return new Map([...facts].map(([accountId, of]) => [accountId, { answer: computeAnswers(of), seq: of.seq }]))
  },
}
