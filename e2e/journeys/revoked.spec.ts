import type { Page } from '@playwright/test'
import { CuttableConnection } from '../cuttable-connection.js'
import { readDeviceContents } from '../device-contents.js'
import { callApi } from '../ledger.js'
import { signIn, signInNewPersonAt } from '../people.js'
import { expect, test } from '../test.js'
import { row, readTasks } from './tasks/tasks-page.js'

const READ = 'Conta de luz da oficina'
const WAITING = 'Ligar para a Júlia'

test('a session that is revoked elsewhere leaves nothing readable on the device, and its queue is sent once its person signs in again @desktop', async ({
  page,
  app,
  request,
}) => {
  const way = await CuttableConnection.to(app.url)
  try {
    const person = await signInNewPersonAt(way.url, { page, request })
    await callApi(page, 'POST', '/tasks', { title: READ })
    await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
    await expect(row(page, READ)).toBeVisible()
    await expect.poll(() => readStorage(page)).toContain(READ)
    way.isCut = true
    await page.getByRole('button', { name: 'Nova tarefa' }).click()
    const sheet = page.getByRole('dialog', { name: 'Novo item' })
    await sheet.getByLabel('Título').fill(WAITING)
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expect.poll(() => readStorage(page)).toContain(WAITING)

    const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
    await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
    way.isCut = false
    await page.waitForURL('**/login')
    await expect.poll(() => readStorage(page)).not.toContain(READ)
    expect(await readStorage(page)).not.toContain(WAITING)

    await signIn(page, person)
    await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
    await expect(row(page, WAITING)).toBeVisible()
    await expect
      .poll(async () => (await readTasks(page)).map(({ title }) => title).toSorted(), { timeout: 30_000 })
      .toEqual([READ, WAITING])
  } finally {
    await way.close()
  }
})

/** All readable contents of the device, as text. */
async function readStorage(page: Page): Promise<string> {
  return JSON.stringify(await readDeviceContents(page))
}
