import { z } from 'zod'
import { rejections, type ErrorAnswer, type RejectionCode } from './rejections.js'

const codes = Object.keys(rejections) as [RejectionCode, ...RejectionCode[]]

/** The body of every error answer. */
export const errorAnswer: z.ZodType<ErrorAnswer> = z.strictObject({
  error: z.string().meta({ description: 'Brazilian Portuguese, to show' }),
  code: z.enum(codes),
  fields: z.record(z.string(), z.array(z.string())).exactOptional(),
})
