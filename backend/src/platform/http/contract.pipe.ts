import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common'
import { refusals } from '@prumo/shared/fields'
import { Rejected, rejections, type FieldErrors } from '@prumo/shared/rejections'
import { z } from 'zod'
import { mapYielding } from '../map-yielding.js'
import { withYieldingCheck, hasLongList } from './long-lists.js'

// Replaces the library's English messages, which expose internals, where a schema has no text of its own.
z.config({ customError: () => 'Valor inválido' })

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  readonly code?: string
  readonly keys?: readonly string[]
}

/** Validates bodies, queries and parameters by their contract schemas, and reports faults in the contract's form. */
export class ContractPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => refusalOf(issues) })
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    try {
      if (metadata.type !== 'body') return await super.transform(value, metadata)
      // A missing body is reported like an empty one.
      const body = value ?? ({} as T)
      if (hasLongList(body)) await this.#stripInTurns(body)
      return await super.transform(body, { ...metadata, schema: withYieldingCheck(metadata.schema, body) as never })
    } catch (error) {
      const refusal = metadata.schema && refusals.get(metadata.schema as never)
      throw refusal && error instanceof Rejected
        ? new Rejected(refusal.code, refusal.text, refusal.code === 'VALIDATION' ? error.fields : undefined)
        : error
    }
  }

  /** Bodies with long lists were stripped by `#stripInTurns` already. */
  protected override stripProtoKeys(value: unknown): void {
    if (!hasLongList(value)) super.stripProtoKeys(value)
  }

  async #stripInTurns(body: Record<string, unknown>): Promise<void> {
    const lists = Object.entries(body).filter((field): field is [string, unknown[]] => Array.isArray(field[1]))
    for (const [name, list] of lists) {
      await mapYielding(list, (each) => super.stripProtoKeys(each))
      body[name] = []
    }
    super.stripProtoKeys(body)
    for (const [name, list] of lists) if (Object.hasOwn(body, name)) body[name] = list
  }
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
