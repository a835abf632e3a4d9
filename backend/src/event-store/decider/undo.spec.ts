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

describe('an event is undone', () => {
  it('by restoring what it changed, keeping later changes of other details', () => {
    const now = { ...sign, text: 'Fechado', lit: false }
    expect(undo(alive(now), { before: { ...sign, text: 'Aberto' }, after: { ...sign, text: 'Fechado' } })).toEqual([
      { type: 'SignChanged', data: { before: now, after: { ...now, text: 'Aberto' } } },
    ])
  })

  it('by deleting what it created, as long as that is unchanged', () => {
    // The log and a new command may name details in a different order.
    expect(undo(alive({ dim: false, lit: true, text: 'Aberto' }), { after: sign })).toEqual([
      { type: 'SignTakenDown', data: { before: sign } },
    ])
    expect(() => undo(alive({ ...sign, lit: false }), { after: sign })).toThrow(refused('changed'))
  })

  it('by restoring what it deleted, with its creation time', () => {
    const gone: EntityState<SignDetails> = { ...alive(sign), status: 'deleted' }
    expect(undo(gone, { before: sign })).toEqual([{ type: 'SignRestored', data: { after: sign, createdAt: 't1' } }])
    expect(() => undo(alive(sign), { before: sign })).toThrow(refused('changed'))
  })
})

describe('an event is not undone', () => {
  it('when what it changed has changed again', () => {
    expect(() => undo(alive({ ...sign, text: 'Volto já' }), { before: sign, after: { ...sign, text: 'Fechado' } })).toThrow(
      refused('changed'),
    )
  })

  it('when a bound detail has changed', () => {
    expect(() => undo(alive({ ...sign, lit: false, dim: true }), { before: sign, after: { ...sign, lit: false } })).toThrow(
      refused('changed'),
    )
  })

  it('when its entity never existed', () => {
    expect(() => undo({ status: 'none' }, { after: sign })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  it('when it was already undone', () => {
    expect(() => undo(alive({ ...sign, text: 'Fechado' }, [7]), { before: sign, after: { ...sign, text: 'Fechado' } })).toThrow(
      refused('undone'),
    )
  })
})
