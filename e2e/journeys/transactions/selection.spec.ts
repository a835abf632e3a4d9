import { CuttableConnection } from '../../cuttable-connection.js'
import { callApi, onPhone, parkedPanel, record, rowOf } from '../../ledger.js'
import { signInNewPerson, signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { openList } from './transactions-page.js'

const categories = async (page: Parameters<typeof rowOf>[0]) => {
  const { transactions } = await callApi<{ transactions: { description: string; category: string | null }[] }>(page, 'GET', '/transactions')
  return Object.fromEntries(transactions.map(({ description, category }) => [description, category]))
}

// By keys on a desktop, by holding a row on a phone.
for (const tag of ['@desktop', '@phone']) {
  test(`several transactions get a category at once, and it can be undone ${tag}`, async ({ page, app, request }) => {
    await signInNewPerson({ page, app, request })
    await record(
      page,
      { description: 'Aluguel', amount: 1850, type: 'expense', category: 'Aluguel' },
      { description: 'Moinho Central', amount: 74.18, type: 'expense' },
      { description: 'Posto Avenida', amount: 120, type: 'expense' },
    )
    await openList(page)
    await expect(rowOf(page, 'Posto Avenida')).toBeVisible()
    const bar = page.getByRole('region', { name: 'Marcadas' })
    if (onPhone(page)) {
      const box = (await rowOf(page, 'Posto Avenida').boundingBox())!
      await page.mouse.move(box.x + 60, box.y + 20)
      await page.mouse.down()
      await expect(bar).toContainText('1 marcada')
      await page.mouse.up()
      await rowOf(page, 'Moinho Central').click()
      await expect(page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true })).toHaveCount(0)
    } else {
      await page.keyboard.press('j')
      await expect(page.getByRole('checkbox', { name: 'Marcar Posto Avenida' })).toBeFocused()
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+J')
    }
    await expect(bar).toContainText('2 marcadas')
    await expect(bar).toContainText('-194,18')
    await bar.getByRole('button', { name: 'Categoria' }).click()
    await page.getByRole('dialog', { name: 'Categoria das 2 marcadas' }).getByRole('button', { name: 'Fornecedores' }).click()
    await expect(rowOf(page, 'Posto Avenida')).toContainText('Fornecedores')
    await expect(rowOf(page, 'Moinho Central')).toContainText('Fornecedores')
    await expect(bar).toBeHidden()
    await expect
      .poll(() => categories(page))
      .toEqual({ Aluguel: 'Aluguel', 'Moinho Central': 'Fornecedores', 'Posto Avenida': 'Fornecedores' })

    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(rowOf(page, 'Posto Avenida')).toContainText('Sem categoria')
    await expect.poll(() => categories(page)).toEqual({ Aluguel: 'Aluguel', 'Moinho Central': null, 'Posto Avenida': null })
  })
}

test('a change of several made offline is decided row by row', { tag: ['@desktop', '@long'] }, async ({ page, app, request }) => {
  const way = await CuttableConnection.to(app.url)
  try {
    await signInNewPersonAt(way.url, { page, request })
    const [flour] = await record(
      page,
      { description: 'Moinho Central', amount: 74.18, type: 'expense' },
      { description: 'Posto Avenida', amount: 120, type: 'expense' },
    )
    await page.goto(`${way.url}/dashboard/transactions`)
    await expect(rowOf(page, 'Posto Avenida')).toBeVisible()

    way.isCut = true
    const bar = page.getByRole('region', { name: 'Marcadas' })
    for (const key of ['j', 'x', 'Shift+J']) await page.keyboard.press(key)
    await bar.getByRole('button', { name: 'Categoria' }).click()
    await page.getByRole('dialog', { name: 'Categoria das 2 marcadas' }).getByRole('button', { name: 'Fornecedores' }).click()
    for (const name of ['Moinho Central', 'Posto Avenida']) await expect(rowOf(page, name)).toContainText('Fornecedores')
    await page.reload()
    await expect(rowOf(page, 'Moinho Central')).toContainText('Fornecedores')
    // Another device, which has a connection.
    await callApi(page, 'PUT', `/transactions/${flour!.id}`, { category: 'Marketing' })
    way.isCut = false

    await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click({ timeout: 20_000 })
    await expect(page.getByRole('checkbox', { name: /^Moinho Central/ })).not.toBeChecked()
    await expect(page.getByText(/^Posto Avenida/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Mudar 1 transação' }).click()
    await expect.poll(() => categories(page)).toEqual({ 'Moinho Central': 'Marketing', 'Posto Avenida': 'Fornecedores' })
  } finally {
    await way.close()
  }
})
