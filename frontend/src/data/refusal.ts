import type { FieldErrors } from '@prumo/shared/rejections'
import { ApiError, messageOf } from '../lib/api'

/** What a form says where the server did not do what it was asked for. */
export interface Refusal {
  text: string
  /** The server's objections, by field. */
  fields: FieldErrors
}

export function refusalOf(failure: unknown): Refusal {
  return { text: messageOf(failure), fields: (failure instanceof ApiError && failure.fields) || {} }
}
