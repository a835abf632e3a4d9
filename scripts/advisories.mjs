/** Compares the known advisories of a release's packages with the list of accepted exceptions. */

const GRAVE = new Set(['high', 'critical'])

/**
 * The advisories of a report of `npm audit --json` that block a release, one line each; null where it is no report, for
 * example because the registry did not answer.
 * @param report the parsed output of npm
 * @param exceptions `{ advisory, reason, until }`; `until` is the last day on which it is accepted
 * @param today `YYYY-MM-DD`
 */
export function blockingAdvisories(report, exceptions, today) {
  if (!report?.vulnerabilities) return null
  const found = new Map()
  for (const { via } of Object.values(report.vulnerabilities)) {
    // Other entries only name the package that depends on this one.
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

/** The faults of the list itself: an exception needs a reason and a day. */
export function badExceptions(exceptions) {
  return exceptions
    .filter(({ advisory, reason, until }) => !advisory || !reason?.trim() || !/^\d{4}-\d{2}-\d{2}$/.test(until ?? ''))
    .map((exception) => `${exception.advisory ?? '?'}: diga advisory, reason e until (AAAA-MM-DD)`)
}
