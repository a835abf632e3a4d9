import { balanceTexts } from '@prumo/shared/import-rules'
import { given } from '../event-store/decider/test-given.js'
import { balanceDecider, type BalanceCommand } from './balance.decider.js'
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

it('is what was said last, of whatever day, but none to come', () => {
  balance().when(stating(first)).then(stated(null, first))
  balance(stated(null, second)).when(stating(first)).then(stated(second, first))
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

it('gives a statement its say where it is not older, nor of a day to come', () => {
  const carried = { carried: true }
  balance(stated(null, first)).when(stating(second, carried)).then(stated(first, second))
  balance(stated(null, first))
    .when(stating({ ...first, amount: 7 }, carried))
    .then(stated(first, { ...first, amount: 7 }))
  balance(stated(null, second)).when(stating(first, carried)).thenNothing()
  balance()
    .when(stating({ ...first, date: '2026-11-21' }, carried))
    .thenNothing()
})

it('goes back to the one before while it is the one that an import stated', () => {
  const back = (entry: BalanceEvent): BalanceCommand => ({ type: 'TakeBalanceBack', entry: entry.data })
  const [begun, then] = [stated(null, first), stated(first, second)]
  balance(begun, then).when(back(then)).then(stated(second, first))
  balance(begun).when(back(begun)).then(withdrawn(first))
  balance(begun, then).when(back(begun)).thenNothing()
  balance(begun, withdrawn(first)).when(back(begun)).thenNothing()
})

it('is undone like anything else', () => {
  const undo = (position: number, entry: BalanceEvent): BalanceCommand => ({ type: 'Undo', position, entry })
  const [begun, then] = [stated(null, first), stated(first, second)]
  balance(begun, then).when(undo(2, then)).then(stated(second, first))
  balance(begun).when(undo(1, begun)).then(withdrawn(first))
  balance(begun, withdrawn(first))
    .when(undo(2, withdrawn(first)))
    .then(stated(null, first))
  balance(begun, then).when(undo(1, begun)).thenRejected('CONFLICT')
})
