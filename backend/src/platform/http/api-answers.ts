import { applyDecorators } from '@nestjs/common'
import { ApiResponse } from '@nestjs/swagger'
import { errorAnswer } from '@prumo/shared/error-answer'
import type { z } from 'zod'

/** Documents an answer of a call in the OpenAPI contract. */
export function Answers(status: number, schema: z.ZodType) {
  return ApiResponse({ status, standardSchema: schema, description: '' })
}

/** Documents the error statuses of a call, besides those common to all calls. */
export function Refuses(...statuses: number[]) {
  // A call that compares an idempotency key with its request (422) may also answer ALREADY_DONE (409) once the reply has
  // expired.
  const all = new Set(statuses.includes(422) ? [...statuses, 409] : statuses)
  return applyDecorators(...[...all].map((status) => ApiResponse({ status, standardSchema: errorAnswer, description: '' })))
}
