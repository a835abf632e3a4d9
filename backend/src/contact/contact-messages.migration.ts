import { migration } from '../platform/database/migrate.js'

/** Messages of the contact form that are not mailed yet: sealed, and gone once they are. */
export const ContactMessages1764200400000 = migration('ContactMessages1764200400000', async (runner) => {
  await runner.query(`
    create table contact_messages (
      id uuid primary key,
      sealed bytea not null
    )`)
})
