import { Readable } from 'node:stream'
import { applyDecorators } from '@nestjs/common'
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces } from '@nestjs/swagger'
import { attachmentTypes, MAX_ATTACHMENT_BYTES } from '@prumo/shared/attachment-rules'
import type { FastifyRequest } from 'fastify'
import { StreamedBody } from '../platform/http/large-body.js'

const binary = { type: 'string', format: 'binary', maxLength: MAX_ATTACHMENT_BYTES } as const

/** For a route whose body is the bytes of a receipt. @param declares the route's access declarations */
export const AttachmentBody = (declares: readonly string[] = []) =>
  applyDecorators(StreamedBody(MAX_ATTACHMENT_BYTES, declares), ApiConsumes(...attachmentTypes), ApiBody({ schema: binary }))

/** Documents an answer with the bytes of a receipt. */
export const Bytes = () => applyDecorators(ApiProduces(...attachmentTypes), ApiOkResponse({ schema: binary }))

/** The bytes that a request sends, unread; `length` is null for a body in chunks. */
export function bytesIn({ headers, body }: FastifyRequest): { contentType: string | undefined; length: number | null; body: Readable } {
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null
  return { contentType: headers['content-type'], length, body: body instanceof Readable ? body : Readable.from([]) }
}
