import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common'
import { refusals } from '@prumo/shared/fields'
import { Rejected, rejections, type FieldErrors } from '@prumo/shared/rejections'
import { z } from 'zod'
import { mapYielding } from '../map-yielding.js'

// Replaces the library's English messages, which expose internals, where a schema has no text of its own.
z.config({ customError: () => 'Valor inválido' })

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  readonly code?: string
  readonly keys?: readonly string[]
}

type Schema = Parameters<StandardSchemaValidationPipe['validate']>[1]

/** Validates bodies, queries and parameters by their contract schemas, and reports faults in the contract's form. */
export class ContractPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => refusalOf(issues) })
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    try {
      // A missing body is reported like an empty one.
      return await super.transform(metadata.type === 'body' ? (value ?? ({} as T)) : value, metadata)
    } catch (error) {
      const refusal = metadata.schema && refusals.get(metadata.schema as never)
      throw refusal && error instanceof Rejected
        ? new Rejected(refusal.code, refusal.text, refusal.code === 'VALIDATION' ? error.fields : undefined)
        : error
    }
  }

  /** Does nothing, because `validate` strips these keys too, from long lists in slices. */
  protected override stripProtoKeys(): void {}

  protected override async validate<T>(value: unknown, schema: Schema, options?: Record<string, unknown>) {
    if (schema instanceof z.ZodObject && hasLongList(value)) return this.#validateYielding<T>(value, schema)
    super.stripProtoKeys(value)
    return super.validate<T>(value, schema, options)
  }

  /**
   * Checks the elements of lists one by one, yielding to the event loop: 5,000 lines of a statement take 10 to 25 ms. Then
   * checks the body without the elements of valid lists, and with only the first invalid element of each other list.
   */
  async #validateYielding<T>(body: Record<string, unknown>, schema: z.ZodObject) {
    const checked: Record<string, unknown> = {}
    const shape: Record<string, z.ZodArray> = {}
    for (const [name, array] of listsOf(schema)) {
      const list = body[name]
      if (!Array.isArray(list)) continue
      let invalid: unknown[] | undefined
      const elements = await mapYielding(list, (element: unknown) => {
        if (invalid) return null
        super.stripProtoKeys(element)
        const { success, data } = z.safeParse(array.element, element)
        if (!success) invalid = [element]
        return data
      })
      checked[name] = invalid ?? elements
      if (!invalid) shape[name] = array.clone({ ...array.def, element: z.any() })
    }
    const others = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in checked)))
    super.stripProtoKeys(others)
    return super.validate<T>({ ...others, ...checked }, schema.safeExtend(shape))
  }
}

/** The length up to which a list is checked in one piece. */
const MAX_IN_ONE_PIECE = 100

function hasLongList(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((field) => Array.isArray(field) && field.length > MAX_IN_ONE_PIECE)
}

/** The fields that are lists, also with a default. */
function listsOf(schema: z.ZodObject): [name: string, list: z.ZodArray][] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const list = field instanceof z.ZodDefault ? field.def.innerType : field
    return list instanceof z.ZodArray ? [[name, list]] : []
  })
}

/** The refusal for a schema's issues: the text of the first issue, and the first text of each field. */
function refusalOf(issues: readonly SchemaIssue[]): Rejected {
  // Without a prototype: clients may send names such as `constructor`.
  const fields = Object.create(null) as FieldErrors
  for (const issue of issues) {
    for (const name of namesOf(issue)) fields[name] ??= [textOf(issue)]
  }
  const [first] = issues
  return new Rejected('VALIDATION', first ? textOf(first) : rejections.VALIDATION.text, fields)
}

function namesOf(issue: SchemaIssue): string[] {
  if (issue.code === 'unrecognized_keys') return [...(issue.keys ?? [])]
  const [head] = issue.path ?? []
  return head === undefined ? [] : [String(typeof head === 'object' ? head.key : head)]
}

function textOf(issue: SchemaIssue): string {
  if (issue.code === 'unrecognized_keys') return `Campo desconhecido: ${issue.keys?.[0]}`
  return issue.path?.length ? issue.message : rejections.VALIDATION.text
}
