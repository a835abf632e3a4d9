import type { CalendarDate } from '@prumo/shared/calendar'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { v7 as newId } from 'uuid'
import { attachmentCommand } from '../attachments/attachment-command.js'
import { deleteUpload, endUpload, partsOf, piecesIn, storeParts } from '../attachments/attachment-parts.js'
import { openAccount } from '../access/registration.js'
import { monthCommand } from '../closing/month-command.js'
import { ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { accountDecider } from '../identity/account.decider.js'
import type { LogReading } from '../event-store/log-reading.js'
import { fingerprintOf, insertGrant } from '../guests/grant-rows.js'
import { guestDecider, type GuestCommand } from '../guests/guest.decider.js'
import { acceptStatement } from '../imports/accept-statement.js'
import { Passwords } from '../platform/crypto/passwords.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import type { Database } from '../platform/database/database.js'
import { deliveryCommand } from '../mei/delivery-command.js'
import { meiDeliveryDecider, type MeiDeliveryCommand } from '../mei/mei-delivery.decider.js'
import { occurrenceId, recurrenceCommand } from '../recurrences/recurrence-command.js'
import { recurrenceDecider, type RecurrenceCommand } from '../recurrences/recurrence.decider.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { demoAccount } from './demo-account.js'
import { exampleAccount } from './example-account.js'
import type { DemoReceipt } from './example-receipts.js'
import { demoAccountId, demoEntityId, ofTheAccount, ofTheFirstWallet, type DemoAccount, type DemoCommand } from './demo-command.js'

/** Commands are executed at noon in São Paulo. */
const NOON_UTC_HOURS = 15
const MINUTE_MS = 60_000

/**
 * Writes the incomplete demo accounts, by the same commands as for users, with a clock that follows their past.
 * @returns the e-mails of the written accounts
 */
export async function seedDemoAccounts(database: Database, reading: LogReading, today = database.clock.today()): Promise<string[]> {
  const written: string[] = []
  for (const account of [demoAccount, exampleAccount(today)]) {
    if (await isComplete(database, account)) continue
    await seedAccount(database, reading, account)
    written.push(account.registration.email)
  }
  return written
}

async function seedAccount(
  database: Database,
  reading: LogReading,
  { registration, since, happenings, closing, statement, receipts = [] }: DemoAccount,
): Promise<void> {
  let now = 0
  const writer = new WritePath(database, reading, () => Math.min(now, database.clock.now()))
  const { password, ...details } = registration
  const accountId = demoAccountId(registration.email)
  now = noon(since)
  const known = await database.rows({ text: 'select 1 from users where id = $1' }, [accountId])
  if (known.length === 0)
    await writer.execute(
      openAccount({ accountId, source: 'seed', details, passwordHash: await new Passwords().hash(password), terms: TERMS_VERSION }),
    )
  const named = (name: string | number) => demoEntityId(registration.email, name)
  const entityOf = (of: DemoCommand['of']) => {
    if (of === ofTheAccount) return accountId
    if (of === ofTheFirstWallet) return initialWalletId(accountId)
    return typeof of === 'object' ? occurrenceId(named(of.recurrence), of.nominal) : named(of)
  }
  const serverKeys = new ServerKeys(database, reading.keys)
  const grantOf = async (command: GuestCommand, account: string, id: string) => {
    if (command.type !== 'InviteGuest') return []
    return [insertGrant(account, id, await fingerprintOf(serverKeys, command.details.email), command.details)]
  }
  const contextOf = (key: string) => ({ accountId, actor: 'seed', source: 'seed' as const, idempotency: { key, request: key } })
  // Demo accounts receive no mail, so the seed confirms their e-mail.
  const verifying = { decider: accountDecider, entityId: accountId, command: { type: 'VerifyEmail' as const, email: registration.email } }
  await writer.execute(ExecuteCommand.of({ accountId, actor: 'seed', source: 'seed' }, { ...verifying, reply: () => null }))
  for (const [index, happening] of happenings.entries()) {
    const { on, of, decider, command } = happening
    now = Math.max(noon(on), now + MINUTE_MS)
    const entityId = entityOf(of)
    const alongside = decider.entity === guestDecider.entity ? await grantOf(command as GuestCommand, accountId, entityId) : []
    await writer.execute(toExecutable(contextOf(named(index)), entityId, happening, alongside))
  }
  if (closing) {
    const { on, month } = closing
    now = Math.max(noon(on), now + MINUTE_MS)
    const at = new Date(now).toISOString()
    const context = contextOf(named('month closed'))
    await writer.execute(monthCommand(reading, context, month, (facts) => ({ type: 'CloseMonth', month, facts, at, today: on })))
  }
  if (statement) {
    now = Math.max(noon(statement.on), now + MINUTE_MS)
    await writer.execute(acceptStatement(contextOf(named('statement accepted')), named('statement'), statement.of(named), statement.on))
  }
  for (const receipt of receipts) {
    now = Math.max(noon(receipt.on), now + MINUTE_MS)
    await addReceipt({ database, reading, writer }, contextOf(named(`${receipt.name} added`)), {
      ...receipt,
      attachmentId: named(receipt.name),
      transactionId: named(receipt.of),
    })
  }
  await database.rows({ text: 'insert into demo_accounts (account_id) values ($1) on conflict do nothing' }, [accountId])
}

type RecordDelivery = Extract<MeiDeliveryCommand, { type: 'RecordDelivery' }>

/** The command as the write path takes it, with what it depends on. */
function toExecutable(
  context: CommandContext,
  entityId: string,
  { decider, command }: DemoCommand,
  alongside: ReturnType<typeof insertGrant>[],
): ExecuteCommand {
  if (decider.entity === recurrenceDecider.entity) return recurrenceCommand(context, entityId, command as RecurrenceCommand, () => null)
  if (decider.entity === meiDeliveryDecider.entity) {
    const delivery = command as RecordDelivery
    return deliveryCommand(context, delivery.period, delivery)
  }
  return ExecuteCommand.of(context, { decider, entityId, command: command as never, reply: () => null, alongside })
}

interface SeededReceipt extends Pick<DemoReceipt, 'name' | 'type' | 'bytes'> {
  attachmentId: string
  transactionId: string
}

async function addReceipt(
  { database, reading, writer }: { database: Database; reading: LogReading; writer: WritePath },
  context: CommandContext,
  { attachmentId, transactionId, name, type, bytes }: SeededReceipt,
): Promise<void> {
  const { accountId } = context
  const key = await loadAccountKey(database, reading.keys, accountId)
  const upload = { accountId, attachmentId, uploadId: newId() }
  const stored = await storeParts(database, key, upload, { pieces: piecesIn(bytes), parts: partsOf(bytes.length) })
  const details = { transactionId, name, type, uploadId: upload.uploadId, ...stored }
  const alongside = [endUpload(accountId, upload.uploadId)]
  const outcome = await writer.execute(
    attachmentCommand(context, attachmentId, { type: 'AddAttachment', details }, { reply: () => null, alongside }),
  )
  // An interrupted seed stored it before.
  if (outcome.replayed) await deleteUpload(database, upload)
}

/** Whether the account was completely written (even if erased since), or its e-mail belongs to another account. */
async function isComplete(database: Database, { registration: { email } }: DemoAccount): Promise<boolean> {
  const written = await database.rows({ text: 'select 1 from demo_accounts where account_id = $1' }, [demoAccountId(email)])
  const [known] = await database.rows<{ id: string }>({ text: 'select id from users where email = $1' }, [email])
  return written.length > 0 || (known !== undefined && known.id !== demoAccountId(email))
}

function noon(date: CalendarDate): number {
  return Date.parse(`${date}T${NOON_UTC_HOURS}:00:00.000Z`)
}
