import fc from 'fast-check'
import { balanceTexts } from '@prumo/shared/import-rules'
import { given } from '../../test/test-given.js'
import { balanceDecider, type BalanceCommand, type BalanceState } from './balance.decider.js'
import type { BalanceDetails, BalanceEvent } from './balance.events.js'

const today = '2026-11-20'
const [first, second]: [BalanceDetails, BalanceDetails] = [
  { amount: 100, date: '2026-11-10' },
  { amount: -5, date: '2026-11-12' },
]
const stated = (before: BalanceDetails | null, after: BalanceDetails): BalanceEvent => ({ type: 'BalanceStated', data: { before, after } })
const withdrawn = (before: BalanceDetails): BalanceEvent => ({ type: 'BalanceWithdrawn', data: { before } })
const stating = (details: BalanceDetails, more = {}): BalanceCommand => ({ type: 'StateBalance', details, today, ...more })
const balance = (...history: BalanceEvent[]) => given(balanceDecider, ...history)

const again = { ...first, amount: 7 }

it('is stated for any day up to today, and replaces what was said of that day', () => {
  balance().when(stating(first)).then(stated(null, first))
  balance(stated(null, second)).when(stating(first)).then(stated(null, first))
  balance(stated(null, first)).when(stating(again)).then(stated(first, again))
  balance(stated(null, first)).when(stating(first)).thenNothing()
  balance()
    .when(stating({ ...first, date: today }))
    .then(stated(null, { ...first, date: today }))
  balance()
    .when(stating({ ...first, date: '2026-11-21' }))
    .thenRejected('VALIDATION', balanceTexts.future)
  balance()
    .when(stating(first, { mustExist: true }))
    .thenRejected('NOT_FOUND')
})

it('ignores a statement’s balance of a future day', () => {
  balance()
    .when(stating({ ...first, date: '2026-11-21' }, { carried: true }))
    .thenNothing()
})

it('is of each day the latest whose import is not undone', () => {
  const restate = (...undoneStatements: number[]): BalanceCommand => ({ type: 'RestateBalances', undoneStatements })
  const history = [stated(null, first), stated(null, second), stated(first, again)]
  balance(...history)
    .when(restate())
    .thenNothing()
  balance(...history)
    .when(restate(3))
    .then(stated(again, first))
  balance(...history)
    .when(restate(1))
    .thenNothing()
  balance(...history)
    .when(restate(1, 2, 3))
    .then(withdrawn(again), withdrawn(second))
  balance().when(restate()).thenNothing()
})

it('is recorded again if an import states the same, so that it stays when the other import is undone', () => {
  const same = stated(first, first)
  balance(stated(null, first))
    .when(stating(first, { carried: true }))
    .then(same)
  balance(stated(null, first), same)
    .when({ type: 'RestateBalances', undoneStatements: [1] })
    .thenNothing()
})

it('is of the latest day, what was said last of it, after imports, statements and undos in any order', () => {
  type BalanceStep = { do: 'import' | 'state'; details: BalanceDetails } | { do: 'undo' | 'bring back'; pick: number }
  const amounts = fc.record({ amount: fc.integer({ min: 1, max: 4 }), date: fc.constantFrom('2026-11-08', '2026-11-09', '2026-11-10') })
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('import' as const, 'import' as const, 'state' as const), details: amounts }),
    fc.record({ do: fc.constantFrom('undo' as const, 'undo' as const, 'bring back' as const), pick: fc.nat(20) }),
  ) as fc.Arbitrary<BalanceStep>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state: BalanceState = balanceDecider.initial
      let seq = 0
      /** The stated balances in order, with source and position; without those that recorded nothing. */
      const statements: { by: 'import' | 'person'; details: BalanceDetails; seq: number; isUndone: boolean }[] = []
      const present = () => (state.status === 'alive' ? state.details : null)
      const expected = () => {
        const standing = statements.filter(({ isUndone }) => !isUndone).map(({ details }) => details)
        const last = standing
          .map(({ date }) => date)
          .sort()
          .at(-1)
        return standing.findLast(({ date }) => date === last) ?? null
      }
      const issue = (command: BalanceCommand, undoes?: number): number | null => {
        const events = balanceDecider.decide(command, state)
        const id = 'x'
        const meta = { commandId: id, actor: id, source: 'app' as const, ...(undoes !== undefined && { undoes }) }
        for (const event of events) {
          seq++
          const recorded = { ...event, accountId: id, seq, entity: 'balance', entityId: id, entityVersion: seq, recordedAt: '', meta }
          state = balanceDecider.evolve(state, recorded)
        }
        return events.length === 0 ? null : seq
      }
      for (const each of steps) {
        if ('details' in each) {
          const isImport = each.do === 'import'
          const at = issue({ type: 'StateBalance', details: each.details, today, ...(isImport && { carried: true }) })
          if (at !== null) statements.push({ by: isImport ? 'import' : 'person', details: each.details, seq: at, isUndone: false })
        } else {
          const ofImports = statements.filter(({ by, isUndone }) => by === 'import' && isUndone === (each.do === 'bring back'))
          const one = ofImports[each.pick % Math.max(1, ofImports.length)]
          if (!one) continue
          one.isUndone = !one.isUndone
          seq++
          // The import's own event, which its part refers to.
          issue({ type: 'RestateBalances', undoneStatements: statements.filter(({ isUndone }) => isUndone).map((other) => other.seq) }, seq)
        }
        expect(present()).toEqual(expected())
      }
    }),
  )
})

it('can be undone, each day by itself', () => {
  const undo = (position: number, entry: BalanceEvent): BalanceCommand => ({ type: 'Undo', position, entry })
  const [opening, then, corrected] = [stated(null, first), stated(null, second), stated(first, again)]
  balance(opening, then).when(undo(2, then)).then(withdrawn(second))
  balance(opening, then).when(undo(1, opening)).then(withdrawn(first))
  balance(opening, corrected).when(undo(2, corrected)).then(stated(again, first))
  balance(opening, corrected).when(undo(1, opening)).thenRejected('CONFLICT')
  balance(opening, withdrawn(first))
    .when(undo(2, withdrawn(first)))
    .then(stated(null, first))
})
