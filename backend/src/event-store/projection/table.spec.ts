import { TableRows, type Table } from './table.js'

const table: Table = {
  name: 'counted',
  version: 1,
  columns: { account_id: 'uuid not null', day: 'date not null', spent: 'bigint not null', seen: 'varbit not null' },
  key: ['account_id', 'day'],
}
const rowOf = (day: string, spent: number, seen: string) => ({ account_id: 'a', day, spent, seen })

it('adds numbers and ORs bits per key', () => {
  const rows = new TableRows(table)
  for (const row of [rowOf('2026-11-20', 5, 'x0180'), rowOf('2026-11-21', 1, 'x0000'), rowOf('2026-11-20', -7, 'x03ff')]) rows.add(row)
  expect(rows.changes()).toEqual({
    cleared: [],
    put: [],
    added: [rowOf('2026-11-20', -2, 'x03ff'), rowOf('2026-11-21', 1, 'x0000')],
    gone: [],
  })
  expect(rows.rows()).toHaveLength(2)
})

it('clears an account, and starts it again', () => {
  const rows = new TableRows(table)
  rows.add(rowOf('2026-11-20', 5, 'x0180'))
  rows.add({ ...rowOf('2026-11-20', 9, 'x0180'), account_id: 'b' })
  rows.clear('a')
  rows.add(rowOf('2026-11-22', 2, 'x0000'))
  const added = [{ ...rowOf('2026-11-20', 9, 'x0180'), account_id: 'b' }, rowOf('2026-11-22', 2, 'x0000')]
  expect(rows.changes()).toEqual({ cleared: [{ account_id: 'a' }], put: [], added, gone: [] })
  expect(rows.rows()).toEqual(added)
})
