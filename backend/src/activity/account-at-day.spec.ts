import { addDays } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import fc from 'fast-check'
import { emergencyFundDecider } from '../emergency-fund/emergency-fund.decider.js'
import type { Decider } from '../event-store/decider/decider.js'
import { AccountRows } from '../event-store/projection/account-rows.js'
import { ACCOUNT_RESET, type DomainEvent, type RecordedEvent } from '../event-store/stream/event.js'
import { goalDecider } from '../goals/goal.decider.js'
import { taskDecider } from '../tasks/task.decider.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { accountOfRows, dayCheckpoints } from './account-at-day.js'

const ACCOUNT = '00000000-0000-7000-8000-00000000000a'
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const START = Date.UTC(2026, 4, 31, 1, 30)
const HOUR_MS = 3_600_000

const amount = fc.integer({ min: 1, max: 100_000 })
/** Long before, around and long after the events, including the ends of months at which windows start. */
const date = fc.oneof(
  fc.constantFrom(
    '1999-12-31',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-05-30',
    '2026-05-31',
    '2026-11-30',
    '2031-01-01',
    '2199-12-31',
  ),
  fc.integer({ min: -200, max: 500 }).map((days) => addDays('2026-05-31', days)),
)
const type = fc.constantFrom('income', 'expense')
const details = {
  transaction: fc.record({ description: fc.constant('Bolo'), amount, type, category: fc.constant(null), date, isScheduled: fc.boolean() }),
  goal: fc.record({
    title: fc.constant('Forno'),
    category: fc.constant('Outros'),
    priority: fc.constant('low'),
    targetAmount: amount,
    currentAmount: amount,
    deadline: date,
  }),
  task: fc.record({
    title: fc.constant('Ligar'),
    type: fc.constant('problem'),
    completed: fc.boolean(),
    priority: fc.constantFrom('low', 'high'),
    estimatedCost: amount,
    estimatedDate: date,
  }),
}
const changes = {
  transaction: fc.oneof(
    fc.record({ amount, type, transactionDate: date }, { requiredKeys: [] }),
    fc.boolean().map((isReceived) => ({ isConfirmed: true, isReceived })),
  ),
  goal: fc.record({ currentAmount: amount, deadline: date }, { requiredKeys: [] }),
  task: fc.record({ completed: fc.boolean(), priority: fc.constantFrom('low', 'high') }, { requiredKeys: [] }),
}
const names = { transaction: ['Record', 'Transaction'], goal: ['Set', 'Goal'], task: ['Add', 'Task'] } as const
const deciders = { transaction: transactionDecider, goal: goalDecider, task: taskDecider } as unknown as Record<
  keyof typeof names,
  Decider<object, unknown, DomainEvent>
>

const commandOn = (entity: keyof typeof names) =>
  fc.record({
    entity: fc.constant(entity),
    id: fc.integer({ min: 1, max: 6 }).map(idOf),
    command: fc.oneof(
      details[entity].map((of) => ({ type: names[entity].join(''), details: of })),
      (changes[entity] as fc.Arbitrary<object>).map((of) => ({ type: `Correct${names[entity][1]}`, changes: of })),
      fc.constantFrom('Delete', 'Restore').map((verb) => ({ type: `${verb}${names[entity][1]}` })),
    ),
  })
const step = fc.oneof(
  { weight: 12, arbitrary: commandOn('transaction') },
  { weight: 4, arbitrary: commandOn('goal') },
  { weight: 4, arbitrary: commandOn('task') },
  {
    weight: 3,
    arbitrary: fc.record({
      entity: fc.constant('emergency-fund' as const),
      id: fc.constant(ACCOUNT),
      command: amount.map((of) => ({ type: 'DepositToFund', amount: of, description: null })),
    }),
  },
  { weight: 1, arbitrary: fc.constant('reset' as const) },
)
/** Events and the hours before each: mostly on the same day, sometimes months later. */
const history = fc.array(fc.record({ hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 3_000 })), what: step }), {
  minLength: 5,
  maxLength: 60,
})

/** The log of a history, without the commands that rules refuse. */
function logOf(steps: readonly { hours: number; what: typeof step extends fc.Arbitrary<infer What> ? What : never }[]): RecordedEvent[] {
  const log: RecordedEvent[] = []
  const states = new Map<string, unknown>()
  let now = START
  const toRecorded = (event: DomainEvent, entity: string, entityId: string): RecordedEvent => {
    const envelope = {
      accountId: ACCOUNT,
      seq: log.length + 1,
      entity,
      entityId,
      entityVersion: log.length + 1,
      recordedAt: new Date(now).toISOString(),
    }
    return { ...event, ...envelope, meta: { commandId: idOf(0), actor: ACCOUNT, source: 'app' } }
  }
  for (const { hours, what } of steps) {
    now += hours * HOUR_MS
    if (what === 'reset') {
      log.push(toRecorded({ type: ACCOUNT_RESET, data: {} }, 'account', ACCOUNT))
      states.clear()
      continue
    }
    const { entity, id, command } = what
    const decider = entity === 'emergency-fund' ? (emergencyFundDecider as unknown as (typeof deciders)['goal']) : deciders[entity]
    const state = states.get(`${entity} ${id}`) ?? decider.initial
    try {
      for (const event of decider.decide(command, state)) {
        log.push(toRecorded(event, entity, id))
        states.set(`${entity} ${id}`, decider.evolve(state, log.at(-1) as RecordedEvent))
      }
    } catch (failure) {
      if (!(failure instanceof Rejected)) throw failure
    }
  }
  return log
}

function applyEvents(log: readonly RecordedEvent[], rows = new AccountRows(dayCheckpoints.projections)): AccountRows {
  for (const event of log) rows.apply(event)
  return rows
}

const dayOf = ({ recordedAt }: RecordedEvent) => new Date(Date.parse(recordedAt) - 3 * HOUR_MS).toISOString().slice(0, 10)

it('replaying from a checkpoint gives the same answer as the whole log, on every possible day', () => {
  fc.assert(
    fc.property(
      history,
      fc.nat(),
      fc.nat(),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 5 }),
      (steps, first, second, later) => {
        const log = logOf(steps)
        if (log.length === 0) return
        const [at, next] = [first % log.length, second % log.length].sort((a, b) => a - b) as [number, number]
        const [one, two] = [log[at] as RecordedEvent, log[next] as RecordedEvent]
        // The second checkpoint builds on the first, as in the worker.
        const base = AccountRows.of(dayCheckpoints, applyEvents(log.slice(0, at + 1)).checkpoint(dayCheckpoints, one.recordedAt))
        const text = applyEvents(log.slice(at + 1, next + 1), base).checkpoint(dayCheckpoints, two.recordedAt)
        expect(text).toBe(applyEvents(log.slice(0, next + 1)).checkpoint(dayCheckpoints, two.recordedAt))
        for (let end = next; end < log.length; end++) {
          const day = dayOf(log[end] as RecordedEvent)
          const rest = () => applyEvents(log.slice(next + 1, end + 1), AccountRows.of(dayCheckpoints, text))
          const whole = applyEvents(log.slice(0, end + 1))
          for (const asked of [0, ...later].map((days) => addDays(day, days)))
            expect(accountOfRows(ACCOUNT, rest(), asked)).toEqual(accountOfRows(ACCOUNT, whole, asked))
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('a checkpoint contains a total of each wallet and day, and nothing else of the transactions', () => {
  const event = (n: number): RecordedEvent => {
    const data = {
      after: {
        description: 'Bolo',
        amount: 100,
        type: 'expense',
        category: null,
        date: addDays('2023-01-01', n),
        isScheduled: false,
        isConfirmed: true,
        isReceived: true,
      },
    }
    const meta = { commandId: idOf(n), actor: ACCOUNT, source: 'app' as const }
    return {
      type: 'TransactionRecorded',
      data,
      accountId: ACCOUNT,
      seq: n,
      entity: 'transaction',
      entityId: idOf(n),
      entityVersion: 1,
      recordedAt: '2026-05-31T12:00:00.000Z',
      meta,
    }
  }
  const days = 1_246
  const rows = applyEvents(Array.from({ length: days }, (_, n) => event(n)))
  const text = rows.checkpoint(dayCheckpoints, '2026-05-31T12:00:00.000Z')
  expect(AccountRows.of(dayCheckpoints, text).tables[0]?.size).toBe(days)
  expect(text.length).toBeLessThan(1_000 + days * 150)
})
