import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type { TestApp } from './test-app.js'

export type DataPerson = Awaited<ReturnType<TestApp['register']>>

export const cakeSale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
export const ovenGoal = { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' }

/** Helpers for accounts with data. @param app returns the server of the file once its tests run */
export function accountDataHelpers(app: () => TestApp) {
  const sendAs = (person: DataPerson) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    app().send(method, path, { token: person.token, ...(body !== undefined && { body }) })
  return {
    sendAs,
    verify: async ({ accountId }: DataPerson) => (await verifyAccount(app().database, app().reading, accountId)).problem,
    /** The sent mails, except those that confirm an e-mail, which every registration sends. */
    mails: async (): Promise<string[]> => {
      const folder = join(app().dataDir, 'mails')
      const names = await readdir(folder).catch(() => [])
      const all = await Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')))
      return all.filter((mail) => !mail.includes('/confirm-email#'))
    },
    /** Records a sale, a goal, a task and a deposit. @returns the ids of the sale and the goal */
    recordEntities: async (person: DataPerson): Promise<{ sale: string; goal: string }> => {
      const send = sendAs(person)
      const sale = (await send('POST', '/transactions', cakeSale)).body.transaction.id
      const goal = (await send('POST', '/goals', ovenGoal)).body.goal.id
      await send('POST', '/tasks', { title: 'Ligar' })
      await send('POST', '/emergency-fund/add', { amount: 50, description: 'Sobra' })
      return { sale, goal }
    },
  }
}
