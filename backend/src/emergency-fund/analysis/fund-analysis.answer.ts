import type { ComputedAnswer } from '../../answers/computed-answers.js'
import { readFunds } from '../emergency-fund.projection.js'
import { computeAnswers, type ComputedAnswers } from '../fund-answers.js'

/** The monthly expense average and the state of the fund. */
export const fundAnalysis: ComputedAnswer<ComputedAnswers> = {
  kind: 'fund-analysis',
  part: 'fund-analysis',
  version: 1,
  async compute(database, accounts, today) {
    const facts = await readFunds(database, accounts, today)
    return new Map([...facts].map(([accountId, of]) => [accountId, { answer: computeAnswers(of), seq: of.seq }]))
  },
}
