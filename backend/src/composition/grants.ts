import { logContents } from './capabilities.js'
import { QUEUE_SCHEMA } from '../jobs/queue-backend.js'
import type { Grants, Privilege, TableGrants } from '../platform/database/grants.js'

/** What the program's role and the operator's may do with each table, which belong to a third one; see docs/operations.md. */

const rows: readonly Privilege[] = ['select', 'insert', 'update', 'delete']
const read: readonly Privilege[] = ['select']
const nothing: readonly Privilege[] = []

/** Rows come and go; the operator has no business with them. */
const ofTheApp: TableGrants = { app: rows, ops: nothing }
const shown: TableGrants = { app: rows, ops: read }
/** Written when the owner migrates or makes read models. */
const ofTheOwner: TableGrants = { app: read, ops: read }

const plainTables: Grants['tables'] = {
  // What happened is added to and read.
  // The operator adds that they looked at an account.
  events: { app: ['select', 'insert'], ops: ['select', 'insert'] },
  account_heads: { app: ['select', 'insert', 'update'], ops: ['select', 'update'] },
  // A key stays as long as the log; of an old one a worker deletes what was asked and replied.
  commands: { app: ['select', 'insert', 'update (request)', 'update (reply)'], ops: read },
  // Locking a row asks for the right to update it; a rotation of the master key updates them.
  account_keys: { app: rows, ops: ['select', 'update'] },
  log_epoch: ofTheOwner,
  read_models: ofTheOwner,
  migrations: ofTheOwner,
  installation: { app: read, ops: nothing },
  // Which log an e-mail leads to, and not by which password one gets in.
  users: { app: rows, ops: ['select (id)', 'select (email)'] },
  sessions: ofTheApp,
  password_resets: ofTheApp,
  email_links: ofTheApp,
  attempt_counters: ofTheApp,
  contact_messages: ofTheApp,
  farewells: ofTheApp,
  leaving_customers: ofTheApp,
  stripe_deliveries: ofTheApp,
  stripe_customers: shown,
  stripe_account: shown,
  // The operator takes off the list what was done by hand.
  stripe_tasks: { app: rows, ops: ['select', 'delete'] },
  // Verification holds that each one there was added by an event.
  passkeys: { app: rows, ops: ['select (id)', 'select (user_id)'] },
  passkey_challenges: ofTheApp,
  known_devices: ofTheApp,
  spent_graces: ofTheApp,
  waiting_mails: ofTheApp,
  restores: ofTheApp,
  restore_portions: ofTheApp,
  // Whoever runs a command of ops by any role leaves a row, which nobody changes.
  operator_log: { app: ['select', 'insert'], ops: ['select', 'insert'] },
  operator_log_head: { app: ['select', 'update'], ops: ['select', 'update'] },
  // They outlive an erasure; a rotation of the master key updates them.
  server_keys: { app: ['select', 'insert'], ops: ['select', 'insert', 'update'] },
  access_records: { app: rows, ops: read },
  // The operator has dead jobs tried again.
  outbox: { app: rows, ops: ['select', 'insert', 'update'] },
  daily_runs: shown,
  verifications: shown,
  stored_answers: shown,
  checkpoints: shown,
  demo_accounts: { app: ['select', 'insert'], ops: read },
}

export const grants: Grants = {
  tables: { ...plainTables, ...Object.fromEntries(logContents.projections.map(({ table }) => [table.name, shown])) },
  made: shown,
  queueSchema: QUEUE_SCHEMA,
}
