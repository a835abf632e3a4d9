import { migration } from '../platform/database/migrate.js'

/** Until when a session is covered by its person having shown again that it is them. */
export const ConfirmedSessions1764600000000 = migration('ConfirmedSessions1764600000000', async (runner) => {
  await runner.query(`alter table sessions add column confirmed_until timestamptz(3)`)
})
