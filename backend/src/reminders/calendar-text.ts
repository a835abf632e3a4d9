import { addDays, type CalendarDate } from '@prumo/shared/calendar'

/** A calendar in the form of RFC 5545. */

/** An all-day event. */
export interface CalendarEvent {
  /** The same in every answer, whatever else of it changes. */
  uid: string
  date: CalendarDate
  title: string
  /** Increases with each change. */
  sequence: number
  /** ISO 8601 UTC. */
  changedAt: string
}

const LINE_BYTES = 75
/** How often programs fetch it; most have a pace of their own. */
const REFRESH = 'PT6H'

/** The calendar's text, whose lines end with CRLF. */
export function writeCalendar(events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Prumo//Lembretes//PT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Prumo',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

// Dates without a time are the same in every time zone (RFC 5545, 3.3.4): no VTIMEZONE is needed.
function eventLines({ uid, date, title, sequence, changedAt }: CalendarEvent): string[] {
  const changed = utcText(changedAt)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${dateText(date)}`,
    `DTEND;VALUE=DATE:${dateText(addDays(date, 1))}`,
    `SUMMARY:${escapeText(title)}`,
    'TRANSP:TRANSPARENT',
    'CLASS:PRIVATE',
    'END:VEVENT',
  ]
}

function dateText(date: CalendarDate): string {
  return date.replaceAll('-', '')
}

function utcText(at: string): string {
  return at.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** Escapes what has a meaning in a text, and drops control characters, which none may contain. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '')
}

/** Folds a line at 75 octets, never within a character. */
function foldLine(line: string): string {
  let [folded, length] = ['', 0]
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (length + bytes > LINE_BYTES) {
      folded += '\r\n '
      length = 1
    }
    folded += character
    length += bytes
  }
  return folded
}
