import { ensureReadModels, rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { attach, detach, issue, openAccount, openTestLog, type TestLog } from './test-log.js'
import { rebuildBesideWriters } from './test-rebuild.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it('rebuilds read models while others write and read, without a lost write, an error or a shorter list', async () => {
  const projections = log.reading.readModels.projections.filter(({ table }) => /^transaction_(list|totals)$/.test(table.name))
  expect(projections).toHaveLength(2)
  await rebuildBesideWriters(log, { accountCount: 2, rounds: 1, projections })
})

it('repairs altered rows, and reports its progress', async () => {
  const { accountId } = await openAccount(log.writer())
  await log.database.rows({ text: 'update transaction_list set amount = 1 where account_id = $1' }, [accountId])
  expect((await log.verify(accountId)).problem).toMatch(/transaction_list: amount/)
  const progress: number[] = []
  const onProgress = ({ events }: { events: number }) => void progress.push(events)
  const { events } = await rebuild(log.owner, log.reading, log.reading.readModels.projections.slice(0, 1), { onProgress })
  expect(progress.at(-1)).toBe(events)
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
})

it('counts the receipts of a transaction that was deleted and restored', async () => {
  const writer = log.writer()
  const { accountId, saleId } = await openAccount(writer)
  const [first] = [await attach(writer, accountId, saleId), await attach(writer, accountId, saleId)]
  await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 9_000 } })
  await issue(writer, accountId, saleId, { type: 'DeleteTransaction' })
  await detach(writer, accountId, first)
  const { reply } = await issue(writer, accountId, saleId, { type: 'RestoreTransaction' })
  expect(reply).toMatchObject({ attachmentCount: 1 })
  await attach(writer, accountId, saleId)
  const rows = () =>
    log.database.rows({ text: 'select attachment_count as count from transaction_list where account_id = $1' }, [accountId])
  expect(await rows()).toEqual([{ count: 2 }])
  await rebuild(log.owner, log.reading, log.reading.readModels.projections.slice(0, 1))
  expect(await rows()).toEqual([{ count: 2 }])
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
})

it('makes missing tables and those of another version in a new epoch, and no others', async () => {
  const { accountId } = await openAccount(log.writer())
  expect(await ensureReadModels(log.owner, log.reading)).toMatchObject({ made: [] })
  await log.owner.rows({ text: `update read_models set version = 0 where name = 'transaction_totals'` })
  await expect(ensureReadModels(log.owner, log.reading)).rejects.toThrow(/transaction_totals.*aumentar `epoch`/)
  const next = { ...log.reading, epoch: log.reading.epoch + 1 }
  expect(await ensureReadModels(log.owner, next)).toMatchObject({ made: ['transaction_totals'] })
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
  await expect(ensureReadModels(log.owner, log.reading)).rejects.toThrow(/versão mais nova/)
})
