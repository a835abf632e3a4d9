import { createHash, randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { addDays, monthBounds, type CalendarDate } from '@prumo/shared/calendar'
import { obligationName } from '@prumo/shared/digest-texts'
import type { MeiObligation } from '@prumo/shared/mei-obligations'
import { CALENDAR_DAYS } from '@prumo/shared/reminder-rules'
import { Rejected } from '@prumo/shared/rejections'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { v5 as namedId } from 'uuid'
import type { Write } from '../event-store/stream/commit.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { writeCalendar, type CalendarEvent } from './calendar-text.js'
import type { ObligationReader } from './digest-facts.js'

const ID_BYTES = 16
const SECRET_BYTES = 32
/** The nearest events, so that an answer stays below a megabyte. */
const MAX_EVENTS = 1_500

const PUT = {
  name: 'put-reminder-calendar',
  text: `
    insert into reminder_calendars as c (account_id, hash) values ($1, $2)
    on conflict (account_id) do update set hash = excluded.hash, created_at = excluded.created_at`,
}
const CREATED_AT = {
  name: 'reminder-calendar-created-at',
  text: `select ${isoText('created_at')} as "createdAt" from reminder_calendars where account_id = $1`,
}
const FIND = { name: 'find-reminder-calendar', text: 'select 1 from reminder_calendars where account_id = $1 and hash = $2' }
const DELETE = { name: 'delete-reminder-calendar', text: 'delete from reminder_calendars where account_id = $1' }

const PENDING = {
  name: 'pending-of-calendar',
  text: `
    select id, type, description, date, version, ${isoText('updated_at')} as "updatedAt" from transaction_list
    where account_id = $1 and state = 'pending' and date between $2::date and $3::date order by date, created_at, id limit $4`,
}

/** Injects the reader of a MEI's obligations. */
export const OBLIGATIONS = Symbol('obligations')

/** The secret addresses of calendars. An address names the account; of the secret in it only a hash is stored. */
@Injectable()
export class ReminderCalendars {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    @Inject(OBLIGATIONS) private readonly readObligations: ObligationReader,
  ) {}

  /** Makes the account's address; an earlier one ends. @returns the address, which cannot be had again */
  async create(accountId: string): Promise<string> {
    const secret = randomBytes(SECRET_BYTES)
    await this.database.rows(PUT, [accountId, hashOf(secret)])
    const file = Buffer.concat([Buffer.from(accountId.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
    return `${this.settings.publicUrl}/api/calendars/${file}.ics`
  }

  /** When the present address was made, ISO 8601 UTC; null without one. */
  async findCreatedAt(accountId: string): Promise<string | null> {
    const [found] = await this.database.rows<{ createdAt: string }>(CREATED_AT, [accountId])
    return found?.createdAt ?? null
  }

  async remove(accountId: string): Promise<void> {
    await this.database.rows(DELETE, [accountId])
  }

  /** The calendar of an address's secret part. Rejects with NOT_FOUND for an unknown or ended one. */
  async write(file: string): Promise<string> {
    const bytes = Buffer.from(file, 'base64url')
    const accountId = bytes
      .subarray(0, ID_BYTES)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    if ((await this.database.rows(FIND, [accountId, hashOf(bytes.subarray(ID_BYTES))])).length === 0) throw new Rejected('NOT_FOUND')
    const today = this.database.clock.today()
    const days = { today, from: addDays(today, -CALENDAR_DAYS.before), to: addDays(today, CALENDAR_DAYS.ahead) }
    const pending = await this.database.rows<CalendarRow>(PENDING, [accountId, days.from, days.to, MAX_EVENTS])
    const obligations = await this.readObligations(this.database, accountId, days)
    const open = obligations.filter(({ state, due }) => (state === 'due' || state === 'late') && due >= days.from && due <= days.to)
    return writeCalendar([...pending.map(toEvent), ...open.map((obligation) => obligationEvent(accountId, obligation))])
  }
}

function hashOf(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Ends the address of an account, in the transaction of its reset. */
export function deleteCalendar(accountId: string): Write {
  return { name: 'append-forgotten-calendar', text: `delete from reminder_calendars where account_id = $1::uuid`, values: [accountId] }
}

interface CalendarRow {
  id: string
  type: TransactionType
  description: string
  date: CalendarDate
  version: number
  updatedAt: string
}

const leads: Readonly<Record<TransactionType, string>> = { expense: 'Vence', income: 'Entra', transfer: 'Transferência' }

function toEvent({ id, type, description, date, version, updatedAt }: CalendarRow): CalendarEvent {
  return { uid: `${id}@prumo`, date, title: `${leads[type]}: ${description}`, sequence: version, changedAt: updatedAt }
}

/** What an obligation is never changes, and when it is due only with the rules: it is as old as the end of its period. */
function obligationEvent(accountId: string, obligation: MeiObligation): CalendarEvent {
  const { kind, of, due } = obligation
  const end = kind === 'dasn' ? `${of}-12-31` : monthBounds(of).to
  return {
    uid: `${namedId(`${kind} ${of}`, accountId)}@prumo`,
    date: due,
    title: obligationName(obligation),
    sequence: 0,
    changedAt: `${end}T00:00:00.000Z`,
  }
}
