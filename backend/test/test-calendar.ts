import type { CalendarEvent } from '@prumo/backend/reminders/calendar-text'

/**
 * Reads a calendar strictly by RFC 5545, written independently of the writer: every rule that it breaks is an error. Accepts what
 * the product writes alone: all-day events of one day.
 */
export function readCalendar(text: string): CalendarEvent[] {
  const [first, ...rest] = linesOf(text).map(readLine)
  const last = rest.pop()
  require(is(first, 'BEGIN', 'VCALENDAR') && is(last, 'END', 'VCALENDAR'), 'The text is no calendar')
  const begin = rest.findIndex((line) => is(line, 'BEGIN', 'VEVENT'))
  const properties = begin === -1 ? rest : rest.slice(0, begin)
  for (const name of ['VERSION', 'PRODID'])
    require(properties.filter((line) => line.name === name).length === 1, `${name} is not given once`)
  require(properties.every(({ name }) => CALENDAR_PROPERTIES.test(name)), 'A property of the calendar is unknown')
  const events: CalendarEvent[] = []
  for (let lines = begin === -1 ? [] : rest.slice(begin); lines.length > 0;) {
    const end = lines.findIndex((line) => is(line, 'END', 'VEVENT'))
    require(end > 0 && is(lines[0], 'BEGIN', 'VEVENT'), 'An event is not closed')
    events.push(readEvent(lines.slice(1, end)))
    lines = lines.slice(end + 1)
  }
  require(new Set(events.map(({ uid }) => uid)).size === events.length, 'Two events have one UID')
  return events
}

const CALENDAR_PROPERTIES = /^(VERSION|PRODID|CALSCALE|METHOD|REFRESH-INTERVAL|X-[A-Z-]+)$/

interface ContentLine {
  name: string
  parameters: string
  value: string
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem)
}

function is(line: ContentLine | undefined, name: string, value: string): boolean {
  return line?.name === name && line.value === value && line.parameters === ''
}

/** Section 3.1: lines end with CRLF, have at most 75 octets of whole characters, and continue after a space. */
function linesOf(text: string): string[] {
  require(text.endsWith('\r\n'), 'The last line does not end')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    require(new TextEncoder().encode(line).length <= 75, `A line is too long: ${line}`)
    require(!/[\r\n\u0000-\u0008\u000b-\u001f\u007f]/.test(line), 'A line has a control character')
    require(!/\p{Surrogate}/u.test(line), 'A line breaks a character')
  }
  return physical.reduce<string[]>((lines, line) => {
    if (!line.startsWith(' ')) return [...lines, line]
    require(lines.length > 0, 'The first line continues one')
    return [...lines.slice(0, -1), `${lines.at(-1)}${line.slice(1)}`]
  }, [])
}

function readLine(line: string): ContentLine {
  const [, name = '', parameters = '', value = ''] = /^([A-Z][A-Z-]*)((?:;[A-Z-]+=[^;:",]+)*):(.*)$/su.exec(line) ?? []
  require(name !== '', `Not a content line: ${line}`)
  return { name, parameters, value }
}

/** Section 3.6.1. */
function readEvent(lines: readonly ContentLine[]): CalendarEvent {
  const names = lines.map(({ name }) => name)
  const expected = ['UID', 'DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE', 'DTSTART', 'DTEND', 'SUMMARY', 'TRANSP', 'CLASS']
  require([...names].sort().join() === expected.sort().join(), `An event has ${names.join()}`)
  const of = (name: string, parameters = '') => {
    const line = lines.find((each) => each.name === name)
    require(line?.parameters === parameters, `${name} has other parameters`)
    return (line as ContentLine).value
  }
  const date = readDate(of('DTSTART', ';VALUE=DATE'))
  require(Date.parse(readDate(of('DTEND', ';VALUE=DATE'))) - Date.parse(date) === 86_400_000, 'An event is not of one day')
  require(/^\d+$/.test(of('SEQUENCE')), 'SEQUENCE is no number')
  require(of('TRANSP') === 'TRANSPARENT' && of('CLASS') === 'PRIVATE', 'An event blocks time or is public')
  require(of('UID') !== '' && readMoment(of('DTSTAMP')) === readMoment(of('LAST-MODIFIED')), 'The stamps differ')
  return { uid: of('UID'), date, title: readText(of('SUMMARY')), sequence: Number(of('SEQUENCE')), changedAt: readMoment(of('DTSTAMP')) }
}

function readDate(value: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  require(new Date(`${date}T00:00:00Z`).toISOString().startsWith(date), `Not a date: ${value}`)
  return date
}

function readMoment(value: string): string {
  const [, date = '', hour, minute, second] = /^(\d{8})T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z$/.exec(value) ?? []
  return `${readDate(date)}T${hour}:${minute}:${second}Z`
}

/** Section 3.3.11. */
function readText(value: string): string {
  require(/^(?:[^\\;,]|\\[\\;,nN])*$/su.test(value), `A text is not escaped: ${value}`)
  return value.replace(/\\(.)/g, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character))
}
