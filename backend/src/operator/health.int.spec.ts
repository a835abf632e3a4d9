import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppModule } from '../composition/app.module.js'
import { logContents } from '../composition/capabilities.js'
import { entities } from '../composition/entities.js'
import { ensureReadModels } from '../event-store/rebuild/rebuild.js'
import { logReading } from '../event-store/log-reading.js'
import { loadSettings } from '../platform/config/settings.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { openDatabase } from '../platform/database/open-database.js'
import { createTestDatabase } from '../../test/test-database.js'
import { silentProxy } from '../../test/test-silent-proxy.js'
import { createHttpApp } from '../platform/http/http-app.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'

let test: TestApp
beforeAll(async () => void (test = await startTestApp()))
afterAll(() => test.close())

it('is not ready any more once another release has taken over the log', async () => {
  const up = { database: 'up', migrations: 'up', release: 'up' }
  expect(await test.send('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', checks: up } })
  await test.owner.rows({ text: 'update log_epoch set epoch = epoch + 1' })
  expect(await test.send('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'unavailable', checks: { ...up, release: 'down' } },
  })
  await test.owner.rows({ text: 'update log_epoch set epoch = epoch - 1' })
  expect(await test.send('GET', '/health/ready')).toMatchObject({ status: 200 })
})

it('readiness reports in time that Postgres does not answer, however often it is asked, and that it is back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-health-'))
  const direct = await createTestDatabase()
  const proxy = await silentProxy(direct.url)
  const settings = loadSettings({ PRUMO_DATA_DIR: dataDir, DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' })
  const database = await openDatabase({ url: proxy.url, entities })
  const reading = logReading(logContents, new AccountKeys(settings.masterKey))
  await ensureReadModels(direct.owner, reading)
  const app = await createHttpApp(AppModule.with(settings, database, reading), settings, join(dataDir, 'no-app'))
  await app.init()
  await app.getHttpAdapter().getInstance().ready()
  const ready = async () => {
    const startedAt = performance.now()
    const answer = await app.inject('/api/health/ready')
    return {
      status: answer.statusCode,
      checks: answer.json().checks as Record<string, string>,
      queue: answer.json().queue as string,
      seconds: (performance.now() - startedAt) / 1000,
    }
  }

  expect(await ready()).toMatchObject({ status: 200, checks: { database: 'up', migrations: 'up', release: 'up' }, queue: 'up' })
  proxy.fallSilent()
  for (let round = 0; round < 2; round++) {
    for (const { status, checks, queue, seconds } of await Promise.all(Array.from({ length: 20 }, ready))) {
      expect([status, checks, queue]).toEqual([503, { database: 'down', migrations: 'down', release: 'down' }, 'down'])
      // Its own timeout is two seconds; an unresponsive connection is closed after six.
      expect(seconds).toBeLessThan(5)
    }
  }
  expect(database.pool.totalCount).toBeLessThanOrEqual(4)
  proxy.speakAgain()
  const back = performance.now()
  while ((await ready()).checks['database'] !== 'up') expect(performance.now() - back).toBeLessThan(60_000)

  // An unresponsive connection is not waited for.
  await proxy.close()
  await app.close()
  await direct.drop()
  await rm(dataDir, { recursive: true })
})
