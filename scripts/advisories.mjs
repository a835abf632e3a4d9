/** What is known to be wrong with the packages that a release is made of, held to the list of what is accepted for a while. */

const GRAVE = new Set(['high', 'critical'])

/**
 * The advisories of a report of `npm audit --json` that keep a release back, one line each; null where it is no report,
 * as where the registry could not be asked.
 * @param report what npm wrote, parsed
 * @param exceptions `{ advisory, reason, until }`, the last day on which it is accepted
 * @param today `YYYY-MM-DD`
 */
export function gravelyKnown(report, exceptions, today) {
  if (!report?.vulnerabilities) return null
  const found = new Map()
  for (const { via } of Object.values(report.vulnerabilities)) {
    // The others say through which package it comes.
    for (const each of via) if (typeof each === 'object' && GRAVE.has(each.severity)) found.set(idOf(each), each)
  }
  return [...found].flatMap(([id, { name, title, url }]) => {
    const exception = exceptions.find(({ advisory }) => advisory === id)
    if (exception && exception.until >= today) return []
    return [`${name}: ${title} (${url})${exception ? `; a exceção acabou em ${exception.until}` : ''}`]
  })
}

function idOf({ url, source }) {
  return String(url ?? source)
    .split('/')
    .at(-1)
}

/** What is wrong with the list itself: an exception without a reason or a day is none. */
export function badExceptions(exceptions) {
  return exceptions
    .filter(({ advisory, reason, until }) => !advisory || !reason?.trim() || !/^\d{4}-\d{2}-\d{2}$/.test(until ?? ''))
    .map((exception) => `${exception.advisory ?? '?'}: diga advisory, reason e until (AAAA-MM-DD)`)
}
