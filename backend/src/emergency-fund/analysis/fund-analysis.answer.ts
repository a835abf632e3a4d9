import type { ComputedAnswer } from '../../jobs/stored-answers.js'
import { ReadFund } from '../emergency-fund.projection.js'
import { computeAnswers, type ComputedAnswers } from '../fund-answers.js'

/** What a month costs and how the fund stands. */
export const fundAnalysis: ComputedAnswer<ComputedAnswers> = {
  kind: 'fund-analysis',
  version: 1,
  async compute(database, accountId, today) {
    const facts = await new ReadFund(accountId, today).answer(database)
    return { answer: computeAnswers(facts), seq: facts.seq }
  },
}
