import type { CalendarDate } from '@prumo/shared/calendar'
import { plainText } from './statement'
import type { TableRow } from './table'
import type { Preamble, TableForm } from './table-form'
import { writtenDate } from './written-dates'

/** What the rows above a header say. */
export interface FoundPreamble extends Preamble {
  /** The last day that the file says it covers. */
  until: CalendarDate | null
  /** The day on which the bank wrote the file. */
  writtenOn: CalendarDate | null
}

const ACCOUNT = /\bconta(?: corrente| poupanca| n[o.]*| numero)?[\s:;,|"]*(\d[\d.-]*(?:-?[x])?)/
const BRANCH = /\bag(?:encia|\.)?[\s:;,|"]*(\d[\d-]*)/
const WRITTEN_ON = /\b(gerado|emitid[oa]|exportad[oa]|emissao|data da consulta|consultado)\b/
const DAY = /\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2}/g

/** Reads account, branch and days from above a table, in whatever words; a form that knows better is asked first. */
export function preambleOf(rows: readonly TableRow[], form: TableForm): FoundPreamble {
  const texts = rows.map(({ text }) => plainText(text))
  const days = (fits: (text: string) => boolean) =>
    texts.filter(fits).flatMap((text) => (text.match(DAY) ?? []).flatMap((day) => writtenDate(day) ?? []))
  const own = form.preamble?.(rows) ?? {}
  const writtenOn = days((text) => WRITTEN_ON.test(text)).at(-1) ?? null
  return {
    branch: firstMatch(texts, BRANCH),
    accountNumber: firstMatch(texts, ACCOUNT),
    ...own,
    until:
      days((text) => !WRITTEN_ON.test(text))
        .toSorted()
        .at(-1) ?? writtenOn,
    writtenOn,
  }
}

function firstMatch(texts: readonly string[], pattern: RegExp): string | null {
  for (const text of texts) {
    const found = pattern.exec(text)?.[1]
    if (found) return found
  }
  return null
}
