import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { fiscalKeyOf, revenueByMonth, sumRevenue, type FiscalTransaction } from '@prumo/shared/fiscal-rules'
import { limitOf, yearOf, type MeiProfile } from '@prumo/shared/mei-rules'
import { meiDeliveryDecider } from '../mei/mei-delivery.decider.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { demoAccount } from './demo-account.js'
import { exampleAccount } from './example-account.js'
import type { DemoAccount, DemoCommand } from './demo-command.js'

/** Executes all commands in order. Throws what a decider rejects. @returns the states by entity */
function live({ happenings }: DemoAccount): { of: DemoCommand['of']; entity: string; state: Record<string, unknown>; events: number }[] {
  const entities = new Map<string, { of: DemoCommand['of']; entity: string; state: unknown; events: number }>()
  for (const { of, decider, command, on } of happenings) {
    // The write path records occurrences, and reads the figures that are delivered: the seed's test has both.
    if (typeof of === 'object' || decider.entity === meiDeliveryDecider.entity) continue
    const key = `${decider.entity} ${String(of)}`
    const known = entities.get(key) ?? { of, entity: decider.entity, state: decider.initial, events: 0 }
    for (const event of decider.decide(command as never, known.state as never)) {
      const recorded = {
        ...event,
        accountId: 'a',
        entityId: 'e',
        entityVersion: ++known.events,
        recordedAt: on,
        meta: { commandId: 'c', actor: 'seed', source: 'seed' },
      } as RecordedEvent
      known.state = decider.evolve(known.state as never, recorded)
    }
    entities.set(key, known)
  }
  return [...entities.values()] as ReturnType<typeof live>
}

const detailsOf = (account: DemoAccount, entity: string) =>
  live(account)
    .filter((each) => each.entity === entity)
    .map(({ state }) => state.details as Record<string, never>)

it('the demo account has five transactions and two goals', () => {
  expect(detailsOf(demoAccount, 'transaction')).toHaveLength(5)
  expect(detailsOf(demoAccount, 'goal')).toHaveLength(2)
  expect(detailsOf(demoAccount, 'task')).toEqual([])
})

const settled = { isScheduled: false, isConfirmed: false, isReceived: false }

const days = [
  '2026-11-20',
  '2026-12-31',
  '2027-01-01',
  '2027-01-10',
  '2027-01-15',
  '2027-01-31',
  '2027-05-31',
  '2027-06-30',
  '2028-02-29',
  '2028-03-01',
  '2028-03-31',
]
describe.each(days)('the example account on %s', (today: CalendarDate) => {
  const account = exampleAccount(today)

  it('contains only past commands, in order, of up to 14 months', () => {
    const dates = account.happenings.map((each) => each.on)
    expect(dates).toEqual([...dates].sort())
    expect(dates[0]?.slice(0, 7)).toBe(account.since.slice(0, 7))
    expect(dates.every((date) => account.since <= date && date <= today)).toBe(true)
  })

  it('is a MEI whose revenue of each year stays below the limit', () => {
    const [profile] = detailsOf(account, 'mei') as unknown as MeiProfile[]
    expect(profile).toMatchObject({ openedOn: account.since, activities: ['industry', 'services'], closedOn: null })
    const recorded = live(account).filter(({ entity, state }) => entity === 'transaction' && state.status === 'alive')
    const imported = account.statement!.of((name) => name).rows.map((row) => ({ ...row, ...settled, fiscal: null }))
    const totals = [...recorded.map(({ state }) => state.details as FiscalTransaction & { amount: number }), ...imported].flatMap(
      (each) => {
        const key = fiscalKeyOf(each)
        return key ? [{ ...key, amount: each.amount, count: 1 }] : []
      },
    )
    const months = [...revenueByMonth(totals, profile!).values()]
    for (const year of new Set(months.map(({ month }) => yearOf(month)))) {
      const share = sumRevenue(months.filter(({ month }) => yearOf(month) === year)).total / limitOf(profile!, year)
      expect(share).toBeLessThan(0.95)
      // A whole year says something, too.
      if (months.filter(({ month }) => yearOf(month) === year).length === 12) expect(share).toBeGreaterThan(0.8)
    }
  })

  it('has goals completed, overdue and in progress', () => {
    const goals = detailsOf(account, 'goal') as unknown as { currentAmount: number; targetAmount: number; deadline: string }[]
    const open = goals.filter((goal) => goal.currentAmount < goal.targetAmount)
    expect(goals.length - open.length).toBe(1)
    expect(open.filter((goal) => goal.deadline < today)).toHaveLength(1)
    expect(open.filter((goal) => goal.deadline > today)).toHaveLength(3)
  })

  it('has tasks of all types, open and done', () => {
    const tasks = detailsOf(account, 'task') as unknown as { type: string; completed: boolean }[]
    for (const type of ['objective', 'problem', 'task']) {
      const completed = new Set(tasks.filter((task) => task.type === type).map((task) => task.completed))
      expect(completed).toEqual(new Set([true, false]))
    }
  })

  it('has what the forecast, rules and reports speak of', () => {
    const details = detailsOf(account, 'transaction') as unknown as { description: string; category: string | null }[]
    for (const [description, category] of [
      ['Taxa da maquininha', 'Tarifas bancárias'],
      ['DAS', 'Impostos'],
    ]) {
      expect(details.filter((each) => each.description === description && each.category === category).length).toBeGreaterThan(11)
    }
    const confirmed = account.happenings.filter(({ of }) => typeof of === 'object' && of.recurrence === 'repeats Pró-labore')
    expect(confirmed.length).toBeGreaterThan(11)
    expect(detailsOf(account, 'rule')).toMatchObject([{ text: 'posto', category: 'Transporte' }])
    const { closing, rows } = account.statement!.of((name) => name)
    expect(closing).toMatchObject({ date: today })
    expect(closing!.balance).toBeGreaterThan(0)
    expect(rows.find(({ description }) => description === 'Posto Avenida')).toMatchObject({
      category: 'Transporte',
      statementText: expect.any(String),
    })
  })

  it('has a fund with a movement in every whole month', () => {
    const [fund, ...others] = live(account).filter((each) => each.entity === 'emergency-fund')
    expect(others).toEqual([])
    expect(fund?.state.details).toMatchObject({ targetMonths: 3, currentAmount: 424_000 })
    const months = new Set(account.happenings.filter((each) => each.decider.entity === 'emergency-fund').map((each) => each.on.slice(0, 7)))
    expect(months.size).toBe(13)
    expect(months.has(addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7))).toBe(true)
  })
})
