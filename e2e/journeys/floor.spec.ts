import { CuttableConnection } from '../cuttable-connection.js'
import { callApi, edit, expectCached, rowOf } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'
import { openNew } from './transactions/transactions-page.js'

/** Removes what the oldest supported browsers do not have. */
function withoutNewerParts(): void {
  const gone: [object | undefined, PropertyKey[]][] = [
    [AbortSignal, ['any']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [URL, ['canParse', 'parse']],
    [Response, ['json']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [ReadableStream.prototype, [Symbol.asyncIterator, 'values']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
    [Element.prototype, ['checkVisibility', 'moveBefore', 'setHTMLUnsafe']],
    [Document.prototype, ['startViewTransition', 'caretPositionFromPoint']],
    [globalThis, ['requestIdleCallback', 'cancelIdleCallback', 'Iterator', 'CloseWatcher', 'scheduler', 'navigation', 'onscrollend']],
    [Document.prototype, ['onscrollend']],
  ]
  for (const [owner, names] of gone) for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
}

test(
  'everything works in a browser with no more than the oldest supported one @phone',
  { tag: '@long' },
  async ({ page, app, request }) => {
    const way = await CuttableConnection.to(app.url)
    try {
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      await page.addInitScript(withoutNewerParts)
      const person = await register(request)
      await page.goto(`${way.url}/login`)
      expect(await page.evaluate(() => ['any' in AbortSignal, 'withResolvers' in Promise, 'union' in Set.prototype])).toEqual([
        false,
        false,
        false,
      ])
      const streamed = page.waitForResponse('**/api/live')
      await signIn(page, person)
      expect((await streamed).ok()).toBe(true)

      const sheet = await openNew(page)
      await sheet.getByLabel('Valor').fill('10')
      await sheet.getByLabel('Descrição').fill('Bolo')
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(sheet).toBeHidden()
      await page.getByRole('navigation').getByRole('link', { name: 'Transações' }).filter({ visible: true }).first().click()
      await expect(rowOf(page, 'Bolo')).toBeVisible()
      const form = await edit(page, 'Bolo')
      await form.getByLabel('Descrição').fill('Bolo de milho')
      await form.getByRole('button', { name: 'Salvar' }).click()
      await expect(rowOf(page, 'Bolo de milho')).toBeVisible()

      const screens = {
        goals: 'Metas',
        emergency: 'Reserva de Emergência',
        tasks: 'Tarefas e Planejamento',
        reports: 'Relatórios',
        activity: 'Histórico',
        settings: 'Configurações',
      }
      for (const [path, heading] of Object.entries(screens)) {
        await page.goto(`${way.url}/dashboard/${path}`)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
        await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
      }

      await page.goto(`${way.url}/dashboard/transactions`)
      await expect(rowOf(page, 'Bolo de milho')).toBeVisible()
      await expectCached(page, 'transaction', 'Bolo de milho')
      way.isCut = true
      const offline = await openNew(page)
      await offline.getByLabel('Valor').fill('20')
      await offline.getByLabel('Descrição').fill('Torta')
      await offline.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.locator('[data-strip="offline"]')).toContainText('1 lançamento aguardando envio.')
      await page.reload()
      await expect(rowOf(page, 'Torta')).toBeVisible()
      way.isCut = false
      const stored = async () => {
        const { transactions } = await callApi<{ transactions: { description: string }[] }>(page, 'GET', '/transactions')
        return transactions.map(({ description }) => description).toSorted()
      }
      await expect.poll(stored, { timeout: 30_000 }).toEqual(['Bolo de milho', 'Torta'])
      await expect(page.locator('[data-strip="offline"]')).toBeEmpty({ timeout: 30_000 })
      expect(faults).toEqual([])
    } finally {
      await way.close()
    }
  },
)
