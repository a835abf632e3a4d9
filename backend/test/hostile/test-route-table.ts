import type { NestFastifyApplication } from '@nestjs/platform-fastify'

/** The subset of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

/** A route of the running server, with the input that its contract describes. */
export interface ApiRoute {
  method: string
  /** With parameters as `:id`. */
  path: string
  query: Record<string, JsonSchema>
  body: JsonSchema | null
}

interface ApiOperation {
  parameters?: { name: string; in: string; schema?: JsonSchema }[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
}

/** Every route of the server's own table, so that a new route is included automatically. */
export async function routeTable(app: NestFastifyApplication): Promise<ApiRoute[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, Record<string, ApiOperation>> }
  return tableOf(app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false })).map(({ method, path }) => {
    const { parameters = [], requestBody } = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    return {
      method,
      path,
      query: Object.fromEntries(inQuery.map(({ name, schema = {} }) => [name, schema])),
      body: requestBody?.content?.['application/json']?.schema ?? null,
    }
  })
}

/** Parses the tree that the router prints: the indentation of a line gives its parent path. */
function tableOf(tree: string): { method: string; path: string }[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \((.*)\)$/.exec(line) ?? []
    if (part === '') return []
    const depth = indent.length / 4
    const path = (above[depth - 1] ?? '') + part
    above.splice(depth, Infinity, path)
    return methods.split(', ').map((method) => ({ method, path }))
  })
}
