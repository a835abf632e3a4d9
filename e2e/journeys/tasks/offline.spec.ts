import { CuttableConnection } from '../../cuttable-connection.js'
import { signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { askToDelete, box, edit, expectOrder, row, readTasks } from './tasks-page.js'

test('an item saved offline survives a reload, and is sent once', { tag: ['@desktop', '@long'] }, async ({ page, app, request }) => {
  const way = await CuttableConnection.to(app.url)
  try {
    await signInNewPersonAt(way.url, { page, request })
    await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
    const sheet = page.getByRole('dialog', { name: 'Novo item' })
    const add = async (title: string) => {
      await page.getByRole('button', { name: 'Nova tarefa' }).click()
      await sheet.getByLabel('Título').fill(title)
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(sheet).toBeHidden()
    }
    await add('De antes')
    await expect.poll(async () => (await readTasks(page)).length).toBe(1)

    way.isCut = true
    await add('Nova')
    await add('Outra')
    await box(page, 'De antes').click()
    const form = await edit(page, 'Nova')
    await form.getByLabel('Título').fill('Nova, corrigida')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Nova, corrigida')).toContainText('Aguardando envio')
    await (await askToDelete(page, 'Outra')).getByRole('button', { name: 'Excluir' }).click()
    await expectOrder(page, 'Nova, corrigida', 'De antes')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expectOrder(page, 'Outra', 'Nova, corrigida', 'De antes')

    await page.reload()
    await expectOrder(page, 'Outra', 'Nova, corrigida', 'De antes')
    await expect(box(page, 'De antes')).toBeChecked()
    await expect(row(page, 'Nova, corrigida')).toContainText('Aguardando envio')
    expect(await readTasks(page)).toHaveLength(1)

    way.dropEvery = 2
    way.isCut = false
    await expect(page.getByText('Aguardando envio')).toHaveCount(0, { timeout: 30_000 })
    await expectOrder(page, 'Outra', 'Nova, corrigida', 'De antes')
    // Between two commands, no mark may be shown for a moment.
    await expect
      .poll(async () => (await readTasks(page)).map(({ title, completed }) => [title, completed]))
      .toEqual([
        ['Outra', false],
        ['Nova, corrigida', false],
        ['De antes', true],
      ])
  } finally {
    await way.close()
  }
})
