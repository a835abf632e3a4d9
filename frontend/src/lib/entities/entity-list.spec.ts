import { byText, withChange } from './entity-list'

const compare = (one: { id: string }, other: { id: string }) => byText(one.id, other.id)
const a = { id: 'a', version: 1 }
const b = { id: 'b', version: 1 }
const c = { id: 'c', version: 1 }

describe('a list after a change', () => {
  it('has something new in its place', () => {
    expect(withChange([a, c], { before: null, after: b }, compare)).toEqual([a, b, c])
  })

  it('has what changed as it is now, once', () => {
    const changed = { ...b, version: 2 }
    expect(withChange([a, b, c], { before: b, after: changed }, compare)).toEqual([a, changed, c])
  })

  it('has no longer what was deleted', () => {
    expect(withChange([a, b, c], { before: b, after: null }, compare)).toEqual([a, c])
  })

  it('stays as it is when nothing was there and nothing comes', () => {
    expect(withChange([a], { before: b, after: null }, compare)).toEqual([a])
  })
})
