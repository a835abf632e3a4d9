import type { DomainEvent } from '../stream/event.js'
import type { EntityState, ExistingEntity } from './decider.js'
import { undoEntityEvent, type UndoObstacle } from './undo.js'

interface SignDetails {
  text: string
  lit: boolean
  dim: boolean
}
type SignEvent = DomainEvent<string, { before?: SignDetails; after?: SignDetails; createdAt?: string }>

const sign: SignDetails = { text: 'Aberto', lit: true, dim: false }
const alive = (details: SignDetails, undone: number[] = []): ExistingEntity<SignDetails> => ({
  status: 'alive',
  id: 's',
  accountId: 'a',
  details,
  createdAt: 't1',
  updatedAt: 't2',
  version: 2,
  undone,
})
const inverses = {
  deleted: (before: SignDetails): SignEvent => ({ type: 'SignTakenDown', data: { before } }),
  restored: (after: SignDetails, createdAt: string): SignEvent => ({ type: 'SignRestored', data: { after, createdAt } }),
  changed: (before: SignDetails, after: SignDetails): SignEvent => ({ type: 'SignChanged', data: { before, after } }),
  bound: ['lit', 'dim'] as const,
}
const undo = (state: EntityState<SignDetails>, data: SignEvent['data']) =>
  undoEntityEvent(state, { type: 'Undo', position: 7, entry: { type: 'Any', data } }, inverses)
const refused = (why: UndoObstacle) => expect.objectContaining({ code: 'CONFLICT', why })

describe('an event is taken back', () => {
  it('by putting back what it changed, whatever else changed since', () => {
    const now = { ...sign, text: 'Fechado', lit: false }
    expect(undo(alive(now), { before: { ...sign, text: 'Aberto' }, after: { ...sign, text: 'Fechado' } })).toEqual([
      { type: 'SignChanged', data: { before: now, after: { ...now, text: 'Aberto' } } },
    ])
  })

  it('by taking down what it put up, as long as that is as it was', () => {
    // Details as the log has them, and as a command just made them, name things in any order.
    expect(undo(alive({ dim: false, lit: true, text: 'Aberto' }), { after: sign })).toEqual([
      { type: 'SignTakenDown', data: { before: sign } },
    ])
    expect(() => undo(alive({ ...sign, lit: false }), { after: sign })).toThrow(refused('changed'))
  })

  it('by bringing back what it took down, with the moment it began', () => {
    const gone: EntityState<SignDetails> = { ...alive(sign), status: 'deleted' }
    expect(undo(gone, { before: sign })).toEqual([{ type: 'SignRestored', data: { after: sign, createdAt: 't1' } }])
    expect(() => undo(alive(sign), { before: sign })).toThrow(refused('changed'))
  })
})

describe('an event is not taken back', () => {
  it('where what it changed is another by now', () => {
    expect(() => undo(alive({ ...sign, text: 'Volto já' }), { before: sign, after: { ...sign, text: 'Fechado' } })).toThrow(
      refused('changed'),
    )
  })

  it('where something that holds together with it is another by now', () => {
    expect(() => undo(alive({ ...sign, lit: false, dim: true }), { before: sign, after: { ...sign, lit: false } })).toThrow(
      refused('changed'),
    )
  })

  it('of something that never was', () => {
    expect(() => undo({ status: 'none' }, { after: sign })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  it('twice', () => {
    expect(() => undo(alive({ ...sign, text: 'Fechado' }, [7]), { before: sign, after: { ...sign, text: 'Fechado' } })).toThrow(
      refused('undone'),
    )
  })
})
