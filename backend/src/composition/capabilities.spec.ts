import { createHash } from 'node:crypto'
import { logContents } from './capabilities.js'

/**
 * Signatures of the log contents by epoch, the first one first. Never remove a released line: it identifies programs of that
 * epoch.
 */
const SIGNATURES = ['de09ab4ae2a2', '97498f8e6179', '1facbe462adc', '0992dd89992f', '3dd325db783d']

/** A hash of everything that concurrent programs must agree on: table descriptions, events and their versions. */
function signature(): string {
  const tables = logContents.projections.map(({ table }) => table).sort((a, b) => (a.name < b.name ? -1 : 1))
  const events = logContents.families.flatMap(({ definitions }) => definitions.map(({ type, version }) => `${type} ${version}`)).sort()
  return createHash('sha256').update(JSON.stringify({ tables, events })).digest('hex').slice(0, 12)
}

it('increases the epoch whenever read models or events change', () => {
  const { epoch } = logContents
  const present = { epoch, signature: signature() }
  const todo =
    'The read models or the events changed. Raise `version` of each table that changed, raise `epoch` in capabilities.ts by one, ' +
    `and add '${present.signature}' to SIGNATURES here. Change a line in place only if it was never in main.`
  expect({ ...present, todo }).toEqual({ epoch: SIGNATURES.length, signature: SIGNATURES.at(-1), todo })
})
