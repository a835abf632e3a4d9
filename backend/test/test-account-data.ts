import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type { TestApp } from './test-app.js'

export type DataPerson = Awaited<ReturnType<TestApp['register']>>

export const bread = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
export const oven = { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' }

/** Accounts with some data. @param app the server of the file, which is there once its tests run */
export function accountDataHelpers(app: () => TestApp) {
  const as = (person: DataPerson) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    app().send(method, path, { token: person.token, ...(body !== undefined && { body }) })
  return {
    as,
    verify: async ({ accountId }: DataPerson) => (await verifyAccount(app().database, app().reading, accountId)).problem,
    /** Excludes mails that confirm an e-mail, which every registration sends. */
    mails: async (): Promise<string[]> => {
      const folder = join(app().dataDir, 'mails')
      const names = await readdir(folder).catch(() => [])
      const all = await Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')))
      return all.filter((mail) => !mail.includes('/confirm-email#'))
    },
    /** Records one of everything. */
    furnish: async (person: DataPerson): Promise<{ sale: string; goal: string }> => {
      const send = as(person)
      const sale = (await send('POST', '/transactions', bread)).body.transaction.id
      const goal = (await send('POST', '/goals', oven)).body.goal.id
      await send('POST', '/tasks', { title: 'Ligar' })
      await send('POST', '/emergency-fund/add', { amount: 50, description: 'Sobra' })
      return { sale, goal }
    },
  }
}
