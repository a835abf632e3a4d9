import { isCalendarDate } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import { z } from 'zod'

/** A row's timestamp in the format of the wire, which Postgres can parse. */
export const moment = z.iso.datetime({ precision: 3 }).refine((text) => isCalendarDate(text.slice(0, 10)))

/** Encodes the place after which the next page begins, as an opaque text. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Decodes a cursor. Clients can forge one, so it is validated by `places`, which must admit only values that the database can
 * read.
 * @throws Rejected VALIDATION for a malformed cursor
 */
export function readCursor<Place>(cursor: string, places: z.ZodType<Place>): Place {
  const read = places.safeParse(valueOf(cursor))
  if (read.success && writeCursor(read.data) === cursor) return read.data
  throw new Rejected('VALIDATION', 'Cursor inválido', { cursor: ['Cursor inválido'] })
}

function valueOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
