import type { CalendarDate } from '@prumo/shared/calendar'
import { plainText } from './statement'
import type { TableRow } from './table'
import type { Preamble, TableForm } from './table-form'
import { writtenDate } from './written-dates'

/** The values of the rows above a header. */
export interface FoundPreamble extends Preamble {
  /** The last date that the file covers. */
  until: CalendarDate | null
  /** The date of the export. */
  writtenOn: CalendarDate | null
}

const ACCOUNT = /\bconta(?: corrente| poupanca| n[o.]*| numero)?[\s:;,|"]*(\d[\d.-]*(?:-?[x])?)/
const BRANCH = /\bag(?:encia|\.)?[\s:;,|"]*(\d[\d-]*)/
const WRITTEN_ON = /\b(gerado|emitid[oa]|exportad[oa]|emissao|data da consulta|consultado)\b/
const DAY = /\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2}/g

/** Reads account, branch and dates from the rows above a table, in any wording. The format's own reader takes precedence. */
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
