import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger'
import { ASKS_HEADER, INCLUDED_HEADER, MIN_SEQ_HEADER, SEQ_HEADER } from '@prumo/shared/freshness'
import { z } from 'zod'

/** Publishes the OpenAPI contract, generated from the validating schemas, at `/api/openapi.json`, and a viewer at `/api/docs`. */
export function publishContract(app: NestFastifyApplication): void {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Prumo')
    .setDescription(`Money is a JSON number in reais with at most two decimals; calendar dates are YYYY-MM-DD. ${FRESHNESS}`)
    .setVersion('1.0.0')
    .addBearerAuth()
    .build()
  const document = () => withFreshness(SwaggerModule.createDocument(app, description, { standardSchemaConverter: toJsonSchema }))
  SwaggerModule.setup('api/docs', app, document, { jsonDocumentUrl: 'api/openapi.json', raw: ['json'] })
}

const FRESHNESS =
  `What a signed-in answer says of the account's log is of one position in it, which ${SEQ_HEADER} tells: the name of the log, which is another one ` +
  'after a fail-over or a restore that may have lost events, a dot and the position; then the positions of parts that workers computed.'

const text = { type: 'string' as const }
const asked = [
  { name: 'If-None-Match', in: 'header' as const, schema: text, description: 'The ETag of an answer of before: 304 where it is still so' },
  {
    name: ASKS_HEADER,
    in: 'header' as const,
    schema: text,
    description: `Up to 20 idempotency keys: the answer's ${INCLUDED_HEADER} says which of their commands it includes`,
  },
  { name: MIN_SEQ_HEADER, in: 'header' as const, schema: text, description: 'The least position that the answer is to be of' },
]

/** Documents the freshness headers: the position on every signed-in answer, and the request headers of every read. */
function withFreshness(document: OpenAPIObject): OpenAPIObject {
  for (const { get, post, put, patch, delete: remove } of Object.values(document.paths)) {
    for (const operation of [get, post, put, patch, remove]) {
      if (!operation?.security) continue
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status.startsWith('2') && response && !('$ref' in response))
          response.headers = { ...response.headers, [SEQ_HEADER]: { schema: text } }
      }
    }
    if (get?.security) get.parameters = [...(get.parameters ?? []), ...asked]
  }
  return document
}

function toJsonSchema(schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }): { schema: unknown } | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: schemaType, unrepresentable: 'any' })
  return { schema: json }
}
