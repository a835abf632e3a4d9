import { createHash, randomBytes } from 'node:crypto'
import type { Attachment } from '@prumo/shared/attachments'
import type { SharedTestApp, TestAnswer } from './test-app.js'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A file of a type by its first bytes, filled up with random ones. */
export const fileOf = {
  png: (size = 1_000) => Buffer.concat([PNG, randomBytes(size - PNG.length)]),
  jpeg: (size = 1_000) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(size - 4)]),
  pdf: (content = 'um recibo') => Buffer.from(`%PDF-1.4\n${content}\n%%EOF\n`),
  xml: (content = '<nfeProc versao="4.00"/>') => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`),
}

export const shaOfBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface SentAttachment {
  name?: string
  id?: string
  type?: string
  key?: string
  headers?: Record<string, string>
  /** The path, where it is not that of a transaction. */
  path?: string
}

/** Sends and reads receipts of a person. @param app the server of the file, which is there once its tests run */
export function attachmentHelpers(app: () => SharedTestApp, token: () => string) {
  const add = async (transactionId: string, bytes: Buffer, sent: SentAttachment = {}): Promise<TestAnswer> => {
    const { name = 'recibo.png', id, type = 'image/png', key, headers, path = `/transactions/${transactionId}/attachments` } = sent
    const query = new URLSearchParams({ name, ...(id !== undefined && { id }) })
    const answer = await app().app.inject({
      method: 'POST',
      url: `/api${path}?${query.toString()}`,
      headers: {
        authorization: `Bearer ${token()}`,
        'content-type': type,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      payload: bytes,
    })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
  return {
    add,
    /** Adds a receipt and expects it to be accepted. */
    added: async (transactionId: string, bytes = fileOf.png(), sent: SentAttachment = {}): Promise<Attachment> => {
      const { status, body } = await add(transactionId, bytes, sent)
      if (status !== 201) throw new Error(`The receipt was answered ${status}: ${JSON.stringify(body)}`)
      return body.attachment
    },
    /** The bytes of a receipt, with the answer's headers. */
    bytesOf: async (id: string, path = '/attachments') => {
      const answer = await app().app.inject({ method: 'GET', url: `/api${path}/${id}`, headers: { authorization: `Bearer ${token()}` } })
      return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
    },
    /** The stored parts of an account. */
    partsOf: async (accountId: string): Promise<{ uploadId: string; attachmentId: string; part: number }[]> =>
      app().database.rows(
        {
          text: `select upload_id as "uploadId", attachment_id as "attachmentId", part from attachment_parts where account_id = $1 order by attachment_id, part`,
        },
        [accountId],
      ),
  }
}
