import { INCLUDED_HEADER, readIncluded, readReflected, SEQ_HEADER, type Position } from '@prumo/shared/freshness'
import { rejections } from '@prumo/shared/rejections'
import { ApiError } from '../lib/api'
import type { Item } from './command'

/** What an answer of the server reflects. */
export interface Reflection extends Position {
  /** Of the commands that it was asked about, by their keys: the position of each; null where it is not in the answer. */
  included: Readonly<Record<string, number | null>>
}

/** Something read from the server. */
export interface Fresh<T> extends Reflection {
  /** When it was asked for, in milliseconds: what people are told, and nothing else. */
  at: number
  data: T
}

/** For answers that are no part of the account's log. */
export const NOTHING_YET: Reflection = { log: '', seq: 0, included: {} }

/** Throws `ApiError` for an answer that does not say it: one of a release that is on its way out, or not from our server. */
export function reflectionOf(headers: Headers): Reflection {
  const reflected = readReflected(headers.get(SEQ_HEADER) ?? '')
  if (!reflected) throw new ApiError(502, 'UNAVAILABLE', rejections.UNAVAILABLE.text)
  const { log, seq } = reflected
  return { log, seq, included: Object.fromEntries(readIncluded(headers.get(INCLUDED_HEADER) ?? '') ?? []) }
}

/** The same answer, said otherwise. */
export function mapped<T, U>({ data, ...fresh }: Fresh<T>, change: (data: T) => U): Fresh<U> {
  return { ...fresh, data: change(data) }
}

/** Of the answers to several questions what all of them reflect. */
export function oldestOf<T extends Reflection>(answers: readonly T[]): T {
  return answers.reduce((oldest, each) => (each.seq < oldest.seq ? each : oldest))
}

/**
 * Whether a command has to be applied to an answer. One that the server has: where its position is beyond the answer's, or of
 * another log. One that waits: unless the answer says that it includes it.
 */
export function lacks({ log, seq, included }: Reflection, { standing, command }: Item): boolean {
  if (standing.is === 'done') return standing.log !== log || standing.seq > seq
  return standing.is === 'waiting' && (included[command.key] ?? Number.POSITIVE_INFINITY) > seq
}
