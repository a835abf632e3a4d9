import { logContents } from './capabilities.js'
import { QUEUE_SCHEMA } from '../jobs/queue-backend.js'
import type { Grants, Privilege, TableGrants } from '../platform/database/grants.js'

/** Privileges of the program's and the operator's role on each table. A third role owns the tables; see docs/operations.md. */

const rows: readonly Privilege[] = ['select', 'insert', 'update', 'delete']
const read: readonly Privilege[] = ['select']
const none: readonly Privilege[] = []

/** Short-lived or private rows, not accessible to the operator. */
const appOnly: TableGrants = { app: rows, ops: none }
const readableByOps: TableGrants = { app: rows, ops: read }
/** Written only by the owner, during migrations and rebuilds. */
const ownerOnly: TableGrants = { app: read, ops: read }

const plainTables: Grants['tables'] = {
  // The log is insert-only. The operator records that they viewed an account.
  events: { app: ['select', 'insert'], ops: ['select', 'insert'] },
  account_heads: { app: ['select', 'insert', 'update'], ops: ['select', 'update'] },
  // A key is kept as long as the log; a worker clears request and reply of old ones.
  commands: { app: ['select', 'insert', 'update (request)', 'update (reply)'], ops: read },
  // Locking a row requires the update privilege; a master key rotation updates rows.
  account_keys: { app: rows, ops: ['select', 'update'] },
  log_epoch: ownerOnly,
  read_models: ownerOnly,
  migrations: ownerOnly,
  installation: { app: read, ops: none },
  // The operator may look up an account by e-mail, but not read password hashes.
  users: { app: rows, ops: ['select (id)', 'select (email)'] },
  sessions: appOnly,
  password_resets: appOnly,
  email_links: appOnly,
  // Verification checks that an event invited each guest.
  guest_grants: { app: rows, ops: ['select (id)', 'select (account_id)'] },
  guest_links: appOnly,
  attempt_counters: appOnly,
  contact_messages: appOnly,
  farewells: appOnly,
  leaving_customers: appOnly,
  stripe_deliveries: appOnly,
  stripe_customers: readableByOps,
  stripe_account: readableByOps,
  // The operator removes tasks done by hand.
  stripe_tasks: { app: rows, ops: ['select', 'delete'] },
  // Verification checks that an event added each passkey.
  passkeys: { app: rows, ops: ['select (id)', 'select (user_id)'] },
  passkey_challenges: appOnly,
  known_devices: appOnly,
  spent_graces: appOnly,
  waiting_mails: appOnly,
  reminder_devices: appOnly,
  reminder_endpoints: appOnly,
  reminder_calendars: appOnly,
  reminder_days: readableByOps,
  attachment_uploads: appOnly,
  // Verification compares sealed bytes with their hashes.
  attachment_parts: readableByOps,
  restores: appOnly,
  restore_portions: appOnly,
  restore_attachments: appOnly,
  // Every ops command appends a row, under any role; rows are never changed.
  operator_log: { app: ['select', 'insert'], ops: ['select', 'insert'] },
  operator_log_head: { app: ['select', 'update'], ops: ['select', 'update'] },
  // They outlive an erasure; a master key rotation updates them.
  server_keys: { app: ['select', 'insert'], ops: ['select', 'insert', 'update'] },
  access_records: { app: rows, ops: read },
  // The operator can retry dead letters.
  outbox: { app: rows, ops: ['select', 'insert', 'update'] },
  daily_runs: readableByOps,
  hourly_runs: readableByOps,
  verifications: readableByOps,
  stored_answers: readableByOps,
  checkpoints: readableByOps,
  demo_accounts: { app: ['select', 'insert'], ops: read },
}

export const grants: Grants = {
  tables: { ...plainTables, ...Object.fromEntries(logContents.projections.map(({ table }) => [table.name, readableByOps])) },
  made: readableByOps,
  queueSchema: QUEUE_SCHEMA,
}
