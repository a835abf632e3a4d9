import { isCalendarDate } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import { z } from 'zod'

/** A timestamp of a row as the wire writes it, which Postgres can read again. */
export const moment = z.iso.datetime({ precision: 3 }).refine((text) => isCalendarDate(text.slice(0, 10)))

/** The place in a list after which its next page begins, as an opaque text. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * The place that a cursor tells. Whoever wants can write one, so what comes of it is held to `places`, which lets nothing
 * through that the database could not read.
 * @throws Rejected VALIDATION for a text that is no cursor of the list's
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
