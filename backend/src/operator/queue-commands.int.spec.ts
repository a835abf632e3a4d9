import { v7 as newId } from 'uuid'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { jobsCommand } from './jobs.command.js'
import { outboxCommand } from './outbox.command.js'
import { runOps } from '../../test/test-ops.js'

let test: TestDatabase
beforeAll(async () => void (test = await createTestDatabase()))
beforeEach(() => test.database.rows({ text: 'delete from outbox' }))
afterAll(() => test.drop())

const ops = (...words: string[]) => runOps([outboxCommand, jobsCommand], { database: test.database }, ...words)

async function put(kind: string, changes = ''): Promise<string> {
  const [row] = await test.database.rows<{ id: string }>(
    { text: `${OUTBOX_INSERT} returning id` },
    outboxValues({ kind, subject: newId() }),
  )
  const id = row?.id ?? ''
  if (changes) await test.database.rows({ text: `update outbox set ${changes} where id = $1` }, [id])
  return id
}

describe('ops outbox', () => {
  it('says when no job is queued', async () => {
    expect(await ops('outbox')).toEqual({ printed: ['Nothing waits.'], code: 0 })
    expect(await ops('outbox', '--json')).toEqual({ printed: [], code: 0 })
  })

  it('lists the queued jobs of each kind, and whether they wait too long for a worker', async () => {
    await put('mail')
    const claimed = `claim = gen_random_uuid(), due_at = now() + interval '15 seconds'`
    await put('mail', claimed)
    await put('sum', `created_at = now() - interval '2 hours', ${claimed}`)
    const { printed, code } = await ops('outbox')
    expect(printed).toEqual([
      expect.stringMatching(/^mail {2}1 waiting \(due for \d s\) {2}1 claimed {2}0 dead/),
      expect.stringMatching(/^sum .* oldest not done 720\d s$/),
    ])
    expect(code).toBe(0)
    await put('mail', `due_at = now() - interval '61 seconds'`)
    expect((await ops('outbox', '--json')).code).toBe(1)
  })
})

describe('ops jobs', () => {
  it('lists the dead letters, and retries one or all of them', async () => {
    expect(await ops('jobs')).toEqual({ printed: ['No job is dead.'], code: 0 })
    const died = (failure: string) => `failed_at = now(), failure = '${failure}', attempts = 12`
    const ids = [await put('mail', died('MailNotSent')), await put('sum', died('Error'))]
    const listed = await ops('jobs')
    expect(listed.code).toBe(1)
    expect(listed.printed[0]).toMatch(new RegExp(`^${ids[0]} .* mail .* MailNotSent after 12 runs$`))
    expect((await ops('jobs', '--json')).printed.map((line) => JSON.parse(line).id)).toEqual(ids)

    expect(await ops('jobs', '--retry', String(ids[0]))).toEqual({ printed: ['1 to be tried again'], code: 0 })
    expect(await ops('jobs', '--retry', String(ids[0]))).toMatchObject({ code: 1 })
    expect(await ops('jobs', '--retry', '--json')).toEqual({ printed: ['{"retried":1}'], code: 0 })
    expect(await ops('jobs')).toMatchObject({ code: 0 })
    expect(await test.database.rows({ text: 'select attempts, failed_at, failure, due_at <= now() as due from outbox' })).toEqual([
      { attempts: 0, failed_at: null, failure: null, due: true },
      { attempts: 0, failed_at: null, failure: null, due: true },
    ])
  })

  it('requires an id', async () => {
    await expect(ops('jobs', '--retry', 'all')).rejects.toThrow('An id is a UUID')
  })
})
