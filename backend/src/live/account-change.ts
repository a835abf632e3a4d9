import type { LiveEntity } from '@prumo/shared/live'

/** For each name how far it is: a position in the log, or milliseconds since 1970. */
export type Reached<Name extends string = string> = Readonly<Partial<Record<Name, number>>>

/** What changed of an account, on its way from the process where it happened to those where someone listens. */
export interface AccountChange {
  accountId: string
  /** For each kind of entity the last position that was about it. */
  entities: Reached<LiveEntity>
  /** For each kind of stored answer when it was computed. */
  answers: Reached
}

/** Changes of one account without its id. */
export type Change = Omit<AccountChange, 'accountId'>

/** Two changes of one account as one: of each name the further. */
export function merged(one: Change, other: Change): Change {
  return { entities: furthest(one.entities, other.entities), answers: furthest(one.answers, other.answers) }
}

function furthest<Name extends string>(one: Reached<Name>, other: Reached<Name>): Reached<Name> {
  const both: Partial<Record<Name, number>> = { ...one }
  for (const [name, reached] of entriesOf(other)) both[name] = Math.max(both[name] ?? 0, reached)
  return both
}

/** What of `reached` lies beyond `known`. */
export function beyond<Name extends string>(reached: Reached<Name>, known: (name: Name) => number): Reached<Name> {
  return Object.fromEntries(entriesOf(reached).filter(([name, at]) => at > known(name))) as Reached<Name>
}

function entriesOf<Name extends string>(reached: Reached<Name>): [Name, number][] {
  return Object.entries(reached) as [Name, number][]
}

/** Postgres carries fewer than 8,000 bytes in a notification. */
const MAX_BYTES = 7_900

/** Changes as texts that fit into a notification each. */
export function payloadsOf(changes: readonly AccountChange[]): string[] {
  const payloads: string[][] = []
  let bytes = Infinity
  for (const { accountId, entities, answers } of changes) {
    const text = JSON.stringify([accountId, entities, answers])
    bytes += Buffer.byteLength(text) + 1
    if (bytes > MAX_BYTES) {
      payloads.push([])
      bytes = Buffer.byteLength(text) + 2
    }
    payloads.at(-1)?.push(text)
  }
  return payloads.map((texts) => `[${texts.join(',')}]`)
}

/** What a text of `payloadsOf` says; nothing where it is none, as another release's might be. */
export function changesOf(payload: string): AccountChange[] {
  try {
    const rows = JSON.parse(payload) as [string, Reached<LiveEntity>, Reached][]
    return rows.map(([accountId, entities, answers]) => ({ accountId, entities: { ...entities }, answers: { ...answers } }))
  } catch {
    return []
  }
}
