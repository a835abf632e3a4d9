import { createHash } from 'node:crypto'
import { mapYielding } from '../map-yielding.js'

/**
 * A JSON value as text with the members of every object sorted by name: equal for equal values, different for different ones.
 * Linear in the value's size. Recurses to the value's depth, which `parseJsonBody` bounds.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${sortedMembers(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`)
    .join(',')}}`
}

/** The SHA-256 of a value's canonical text, in hex. Yields to the event loop between elements of its lists. */
export async function canonicalHash(value: unknown): Promise<string> {
  const hash = createHash('sha256')
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return hash.update(canonicalText(value)).digest('hex')
  for (const [index, [name, member]] of sortedMembers(value).entries()) {
    hash.update(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    if (Array.isArray(member) && member.length > 0) {
      await mapYielding(member, (each, at) => hash.update(`${at === 0 ? '[' : ','}${canonicalText(each)}`))
      hash.update(']')
    } else hash.update(canonicalText(member))
  }
  return hash.update(Object.keys(value).length === 0 ? '{}' : '}').digest('hex')
}

/** Sorted by code units, which is the same on every machine. */
function sortedMembers(value: object): [name: string, member: unknown][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
}
