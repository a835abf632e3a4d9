import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger'
import { z } from 'zod'

/** Publishes the contract, made from the schemas that validate: `/api/openapi.json`, and `/api/docs` to read it. */
export function publishContract(app: NestFastifyApplication): void {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Prumo')
    .setDescription('Money is a JSON number in reais with at most two decimals; calendar dates are YYYY-MM-DD.')
    .setVersion('1.0.0')
    .addBearerAuth()
    .build()
  const document = () => SwaggerModule.createDocument(app, description, { standardSchemaConverter: toJsonSchema })
  SwaggerModule.setup('api/docs', app, document, { jsonDocumentUrl: 'api/openapi.json', raw: ['json'] })
}

function toJsonSchema(schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }): { schema: unknown } | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: schemaType, unrepresentable: 'any' })
  return { schema: json }
}
