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
  return applyDecorators(...statuses.map((status) => ApiResponse({ status, standardSchema: errorAnswer, description: '' })))
}
