import type { FieldErrors } from '@prumo/shared/rejections'
import { ApiError, messageOf } from '../lib/api'

/** The text and fields of a failed request, for a form. */
export interface Refusal {
  text: string
  /** The server's objections, by field. */
  fields: FieldErrors
}

export function refusalOf(failure: unknown): Refusal {
  return { text: messageOf(failure), fields: (failure instanceof ApiError && failure.fields) || {} }
}
