import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { register, signIn, subscribe } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { expect, testOwnApp as test } from '../test.js'

const GOOD = '4242 4242 4242 4242'
const FAILS_LATER = '4000000000000341'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const strip = (page: Page) => page.getByText('Sua assinatura está cancelada ou vencida.')

/** Moves the clock of the simulated Stripe, whose address the program writes to its log. */
async function pass(app: RunningApp, days: number): Promise<void> {
  const address = [...readFileSync(app.log, 'utf8').matchAll(/simulados em (\S+)/g)].at(-1)?.[1]
  const answer = await fetch(`${address}/simulator/clock`, { method: 'POST', body: new URLSearchParams({ days: String(days) }) })
  expect(answer.status).toBeLessThan(400)
}

test(
  'a failed renewal is reported in an open app, and changing the card at Stripe removes the report',
  { tag: '@long' },
  async ({ page, request, app }) => {
    const person = await register(request)
    await signIn(page, person)
    await subscribe(request, (await page.evaluate(() => sessionStorage.getItem('prumo:token'))) ?? '', FAILS_LATER)
    await expect(strip(page)).toHaveCount(0)
    await pass(app, 33)
    await expect(strip(page)).toBeVisible()
    await page.getByRole('button', { name: 'Renovar Agora' }).click()
    await expect(heading(page)).toHaveText('Sua assinatura')
    await page.getByLabel('Número do cartão').fill(GOOD)
    await page.getByRole('button', { name: 'Usar este cartão' }).click()
    await page.getByRole('link', { name: 'Voltar ao Prumo' }).click()
    await page.waitForURL('**/dashboard/**')
    await expect(strip(page)).toHaveCount(0)
  },
)
