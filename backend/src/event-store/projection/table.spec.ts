import { TableRows, type Table } from './table.js'

const table: Table = {
  name: 'counted',
  version: 1,
  columns: { account_id: 'uuid not null', day: 'date not null', spent: 'bigint not null', seen: 'varbit not null' },
  key: ['account_id', 'day'],
}
const none = { cleared: [], replaced: [], put: [], added: [], counted: [], gone: [] }
const rowOf = (day: string, spent: number, seen: string) => ({ account_id: 'a', day, spent, seen })

it('adds numbers and ORs bits per key', () => {
  const rows = new TableRows(table)
  for (const row of [rowOf('2026-11-20', 5, 'x0180'), rowOf('2026-11-21', 1, 'x0000'), rowOf('2026-11-20', -7, 'x03ff')]) rows.add(row)
  expect(rows.changes()).toEqual({ ...none, added: [rowOf('2026-11-20', -2, 'x03ff'), rowOf('2026-11-21', 1, 'x0000')] })
  expect(rows.rows()).toHaveLength(2)
})

it('clears an account, and starts it again', () => {
  const rows = new TableRows(table)
  rows.add(rowOf('2026-11-20', 5, 'x0180'))
  rows.add({ ...rowOf('2026-11-20', 9, 'x0180'), account_id: 'b' })
  rows.clear('a')
  rows.add(rowOf('2026-11-22', 2, 'x0000'))
  const added = [{ ...rowOf('2026-11-20', 9, 'x0180'), account_id: 'b' }, rowOf('2026-11-22', 2, 'x0000')]
  expect(rows.changes()).toEqual({ ...none, cleared: [{ account_id: 'a' }], added })
  expect(rows.rows()).toEqual(added)
})

describe('counted columns', () => {
  const listed: Table = {
    name: 'listed',
    version: 1,
    columns: { account_id: 'uuid not null', id: 'uuid not null', text: 'text not null', receipts: 'integer not null' },
    key: ['account_id', 'id'],
    counted: ['receipts'],
  }
  const key = { account_id: 'a', id: '1' }
  const put = (text: string, receipts = 0) => ({ ...key, text, receipts })
  const by = (receipts: number) => ({ ...key, receipts })

  it('are kept by a row that is put again', () => {
    const rows = new TableRows(listed)
    rows.put(put('Bolo'))
    rows.count(by(1))
    rows.count(by(1))
    rows.put(put('Torta'))
    rows.count(by(-1))
    expect(rows.changes()).toEqual({ ...none, put: [put('Torta')], counted: [by(1)] })
    expect(rows.rows()).toEqual([put('Torta', 1)])
  })

  it('go with the row, which starts with those that it is put with', () => {
    const rows = new TableRows(listed)
    rows.count(by(1))
    rows.remove(key)
    rows.count(by(-1))
    expect(rows.changes()).toEqual({ ...none, gone: [key] })
    rows.put(put('Bolo', 3))
    rows.count(by(2))
    expect(rows.changes()).toEqual({ ...none, replaced: [put('Bolo', 3)], put: [put('Bolo', 3)], counted: [by(2)] })
    expect(rows.rows()).toEqual([put('Bolo', 5)])
  })

  it('of rows that are not there change nothing', () => {
    const rows = new TableRows(listed)
    rows.count(by(1))
    expect(rows.rows()).toEqual([])
    rows.clear('a')
    expect(rows.changes()).toEqual({ ...none, cleared: [{ account_id: 'a' }] })
  })
})
