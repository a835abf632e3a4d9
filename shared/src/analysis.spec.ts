import fc from 'fast-check'
import {
  analyse,
  ANALYSIS_STEPS,
  answerReserve,
  answersIn,
  businessKinds,
  costRanges,
  isAnswered,
  mainGoals,
  mainProblems,
  motivations,
  noAnswers,
  prefillOf,
  pressProblem,
  revenueRanges,
  type AnalysisAnswers,
  type MainProblem,
} from './analysis.js'
import { difficulties } from './business.js'

const open = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null })
const presses = fc.array(fc.constantFrom(...mainProblems), { maxLength: 12 })
const press = (pressed: readonly MainProblem[]) => pressed.reduce<readonly MainProblem[]>(pressProblem, [])

const answers: fc.Arbitrary<AnalysisAnswers> = fc
  .record({
    businessType: open(businessKinds),
    monthlyRevenue: open(revenueRanges),
    fixedCosts: open(costRanges),
    hasReserve: fc.option(fc.boolean(), { nil: null }),
    reserveAmount: fc.string(),
    mainGoal: open(mainGoals),
    mainProblems: presses.map(press),
    motivation: open(motivations),
  })
  .map((given) => ({ ...given, reserveAmount: given.hasReserve ? given.reserveAmount : '' }))

describe('analyse', () => {
  it('takes the middle of each range', () => {
    expect(revenueRanges.map((monthlyRevenue) => analyse({ monthlyRevenue, fixedCosts: null }).revenue)).toEqual([
      125_000, 375_000, 625_000, 1_125_000, 2_000_000,
    ])
    expect(costRanges.map((fixedCosts) => analyse({ monthlyRevenue: null, fixedCosts }).costs)).toEqual([50_000, 175_000, 375_000, 750_000])
  })

  it('computes 6.250 of income and 1.750 of costs', () => {
    expect(analyse({ monthlyRevenue: '5000-7500', fixedCosts: '1000-2500' })).toEqual({
      revenue: 625_000,
      costs: 175_000,
      profit: 450_000,
      reserveGoal: 525_000,
      saving: 90_000,
      projection: [90_000, 180_000, 270_000],
      reinvestment: 135_000,
      economy: 45_000,
      isEstimated: false,
    })
  })

  it('uses averages for open questions', () => {
    expect(analyse({ monthlyRevenue: null, fixedCosts: null })).toMatchObject({
      revenue: 500_000,
      costs: 200_000,
      profit: 300_000,
      saving: 60_000,
      isEstimated: true,
    })
  })

  it('saves R$ 200 and reinvests zero at a loss', () => {
    expect(analyse({ monthlyRevenue: '0-2500', fixedCosts: '5000+' })).toMatchObject({
      profit: -625_000,
      saving: 20_000,
      projection: [20_000, 40_000, 60_000],
      reinvestment: 0,
      economy: 0,
    })
  })

  it('keeps its figures consistent for any answers', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { revenue, costs, profit, reserveGoal, saving, projection, reinvestment, economy, isEstimated } = analyse(given)
        expect(profit).toBe(revenue - costs)
        expect(reserveGoal).toBe(3 * costs)
        expect(saving).toBeGreaterThanOrEqual(20_000)
        expect(saving).toBe(profit * 0.2 > 20_000 ? profit * 0.2 : 20_000)
        expect(projection).toEqual([saving, 2 * saving, 3 * saving])
        expect(reinvestment).toBe(profit > 0 ? profit * 0.3 : 0)
        expect(economy).toBe(profit > 0 ? profit * 0.1 : 0)
        expect([revenue, costs, profit, saving, reinvestment, economy].every(Number.isInteger)).toBe(true)
        expect(isEstimated).toBe(given.monthlyRevenue === null || given.fixedCosts === null)
      }),
    )
  })
})

describe('pressProblem', () => {
  it('chooses either "all" or some of the others', () => {
    fc.assert(
      fc.property(presses, (pressed) => {
        const chosen = press(pressed)
        expect(new Set(chosen).size).toBe(chosen.length)
        if (chosen.includes('all')) expect(chosen).toEqual(['all'])
      }),
    )
  })

  it('toggles the pressed problem', () => {
    fc.assert(
      fc.property(presses, fc.constantFrom(...mainProblems), (before, pressed) => {
        const chosen = press(before)
        expect(pressProblem(chosen, pressed).includes(pressed)).toBe(!chosen.includes(pressed))
      }),
    )
  })
})

describe('answers', () => {
  it('drop the amount of the reserve without a reserve', () => {
    const given = { ...noAnswers, hasReserve: true, reserveAmount: 'uns 2 mil' }
    expect(answerReserve(given, true).reserveAmount).toBe('uns 2 mil')
    expect(answerReserve(given, false)).toMatchObject({ hasReserve: false, reserveAmount: '' })
  })

  it('are optional at steps 2, 3 and 4 only', () => {
    const steps = Array.from({ length: ANALYSIS_STEPS }, (_, index) => index + 1)
    expect(steps.filter((step) => isAnswered(step, noAnswers))).toEqual([2, 3, 4])
  })

  it('survive being stored on the device', () => {
    fc.assert(fc.property(answers, (given) => expect(answersIn(JSON.stringify(given))).toEqual(given)))
  })

  it('are null for other stored values, and open where the stored option is unknown', () => {
    for (const text of [null, '', 'null', '7', '[]', '{"a"', '"x"']) expect(answersIn(text)).toBeNull()
    expect(answersIn('{"businessType":"farm","mainProblems":["all","control","x"],"reserveAmount":"2 mil"}')).toEqual({
      ...noAnswers,
      mainProblems: ['all'],
    })
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        expect(() => answersIn(JSON.stringify(kept))).not.toThrow()
      }),
    )
  })
})

describe('prefillOf', () => {
  it('takes the income and the difficulties from the answers', () => {
    expect(prefillOf({ monthlyRevenue: '5000-7500', mainProblems: ['control', 'decisions'] })).toEqual({
      monthlyIncome: 625_000,
      mainDifficulties: ['Controle de fluxo de caixa', 'Planejamento financeiro'],
    })
    expect(prefillOf({ monthlyRevenue: null, mainProblems: ['all'] })).toEqual({
      monthlyIncome: null,
      mainDifficulties: ['Controle de fluxo de caixa', 'Planejamento financeiro', 'Reserva de emergência', 'Organização de gastos'],
    })
  })

  it('names only difficulties that the form offers, once each', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { mainDifficulties } = prefillOf(given)
        expect(difficulties).toEqual(expect.arrayContaining(mainDifficulties))
        expect(new Set(mainDifficulties).size).toBe(mainDifficulties.length)
      }),
    )
  })
})
