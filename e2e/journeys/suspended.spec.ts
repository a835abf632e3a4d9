import type { Page } from '@playwright/test'
import { suspend } from '../chaos/device.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { callApi } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'
import { row, readTasks } from './tasks/tasks-page.js'

async function add(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Nova tarefa' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByLabel('Título').fill(title)
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet).toBeHidden()
}

test(
  'a suspended tab does not prevent another from sending and receiving @desktop',
  { tag: '@long' },
  async ({ page, context, app, request }) => {
    const way = await CuttableConnection.to(app.url)
    try {
      const person = await register(request)
      const second = await context.newPage()
      const streamed = page.waitForResponse('**/api/live')
      await page.goto(`${way.url}/login`)
      await signIn(page, person)
      await streamed
      for (const each of [page, second]) {
        await each.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
        await expect(each.getByRole('heading', { level: 1, name: 'Tarefas e Planejamento' })).toBeAttached()
        // The first tab sends and listens.
        if (each === page) await add(page, 'Primeira')
      }
      await expect.poll(async () => (await readTasks(page)).length).toBe(1)
      await expect(row(second, 'Primeira')).toBeVisible()

      way.isCut = true
      await add(page, 'Segunda')
      await expect(row(second, 'Segunda')).toContainText('Aguardando envio')
      const { wake } = await suspend(page)
      way.isCut = false
      await expect
        .poll(async () => (await readTasks(second)).map(({ title }) => title).toSorted(), { timeout: 30_000 })
        .toEqual(['Primeira', 'Segunda'])
      await expect(row(second, 'Segunda')).not.toContainText('Aguardando envio')

      // Another device.
      await callApi(second, 'POST', '/tasks', { title: 'De outro aparelho', type: 'task' })
      await expect(row(second, 'De outro aparelho')).toBeVisible({ timeout: 30_000 })

      await wake()
      await expect(row(page, 'De outro aparelho')).toBeVisible()
      await expect(row(page, 'Segunda')).not.toContainText('Aguardando envio')
      await add(page, 'Terceira')
      await expect(row(second, 'Terceira')).toBeVisible()
      await expect
        .poll(async () => (await readTasks(page)).map(({ title }) => title).toSorted())
        .toEqual(['De outro aparelho', 'Primeira', 'Segunda', 'Terceira'])
    } finally {
      await way.close()
    }
  },
)
