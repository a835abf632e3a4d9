import { applyDecorators } from '@nestjs/common'
import { ApiResponse } from '@nestjs/swagger'
import { errorAnswer } from '@prumo/shared/error-answer'
import type { z } from 'zod'

/** Tells the contract page what a call answers with. */
export function Answers(status: number, schema: z.ZodType) {
  return ApiResponse({ status, standardSchema: schema, description: '' })
}

/** Tells the contract page how a call refuses, beside what every call may answer. */
export function Refuses(...statuses: number[]) {
  // Whatever compares an idempotency key with its request (422) may also find one whose reply is no longer kept: ALREADY_DONE.
  const all = new Set(statuses.includes(422) ? [...statuses, 409] : statuses)
  return applyDecorators(...[...all].map((status) => ApiResponse({ status, standardSchema: errorAnswer, description: '' })))
}
