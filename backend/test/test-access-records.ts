import { ServerKeys } from '@prumo/backend/platform/crypto/server-keys'
import { accessesOf } from '@prumo/backend/platform/http/access-records'
import type { TestApp } from './test-app.js'

export const from = (address: string) => ({ 'x-forwarded-for': address })

/** Access records of a person. @param app the server of the file, and @param ana the person, which are there once tests run */
export function accessRecordHelpers(app: () => TestApp, ana: () => Awaited<ReturnType<TestApp['register']>>) {
  const keys = () => new ServerKeys(app().database, app().reading.keys)
  return {
    keys,
    listRecords: async () =>
      (await accessesOf(app().database, keys(), ana().accountId)).map(({ kind, outcome, address }) => [kind, outcome, address]),
    login: (password: string, address: string) =>
      app().send('POST', '/auth/login', { body: { email: ana().email, password }, headers: from(address) }),
  }
}
