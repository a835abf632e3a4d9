import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SimulatorStore } from './store.js'

describe('the store', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prumo-store-'))
    file = join(folder, 'kept', 'journal.jsonl')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const card = (id: string, number = '1') => ({ id, number })

  it('finds what a killed process had committed', () => {
    const store = new SimulatorStore(file)
    store.change(() => {
      store.put('cards', card('a'))
      store.put('cards', card('b'))
    })
    store.put('cards', card('a', '2'))
    store.remove('cards', 'b')
    // Without a close the journal is all there is. Its last line is incomplete.
    appendFileSync(file, '[["cards","c",{"id":"c"')
    expect(new SimulatorStore(file).all('cards')).toEqual([card('a', '2')])
  })

  it('starts with the compacted state, without the history', () => {
    const store = new SimulatorStore(file)
    for (let number = 0; number < 100; number += 1) store.put('cards', card('a', String(number)))
    store.close()
    new SimulatorStore(file).close()
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
  })

  it('makes all of a change or none', () => {
    const store = new SimulatorStore(file)
    store.put('cards', card('a'))
    const broken = () =>
      store.change(() => {
        store.put('cards', card('a', '2'))
        store.put('cards', card('b'))
        throw new Error('no')
      })
    expect(broken).toThrow('no')
    expect(store.all('cards')).toEqual([card('a')])
    expect(new SimulatorStore(file).all('cards')).toEqual([card('a')])
  })

  it('rolls back a nested change alone', () => {
    const store = new SimulatorStore(null)
    store.change(() => {
      store.put('cards', card('a'))
      expect(() =>
        store.change(() => {
          store.remove('cards', 'a')
          throw new Error('no')
        }),
      ).toThrow('no')
      store.put('cards', card('b'))
    })
    expect(store.all('cards')).toEqual([card('a'), card('b')])
  })
})
