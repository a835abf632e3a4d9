import type { FormFields } from './form.js'
import type { ParameterAlternative, ParameterField, ParameterShape } from './parameter-shape.js'
import { parameters, shapes } from './parameters.generated.js'
import { StripeError, invalid, missing } from './stripe-error.js'

/** Validates a call's parameters by the types of the `stripe` package, and converts each value to its type. */

/**
 * @param call such as `POST /v1/customers/:id`
 * @returns the parameters as the `stripe` package's types describe them; emptied ones are null
 * @throws StripeError for unknown, missing or malformed parameters
 */
export function readParameters(call: string, fields: FormFields): unknown {
  const name = parameters[call]
  if (name === undefined) throw new Error(`The parameters of ${call} were not generated.`)
  const unknown: string[] = []
  const values = readShape(shapeNamed(name), fields, '', unknown)
  if (unknown.length > 0) {
    const plural = unknown.length > 1 ? 's' : ''
    throw new StripeError(400, `Received unknown parameter${plural}: ${unknown.join(', ')}`, {
      code: 'parameter_unknown',
      param: unknown[0]!,
    })
  }
  requireAll(shapeNamed(name), fields, '')
  return values
}

function shapeNamed(name: string): ParameterShape {
  return (name !== '' && shapes[name]) || {}
}

function readShape(shape: ParameterShape, fields: FormFields, path: string, unknown: string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const param = path ? `${path}[${name}]` : name
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!field) unknown.push(param)
    else values[name] = readField(field, value, param, unknown)
  }
  return values
}

function readField(field: ParameterField, value: string | FormFields, param: string, unknown: string[]): unknown {
  if (value === '') {
    if (field.emptyable) return null
    const takenAway = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
    throw invalid(takenAway, param, 'parameter_invalid_empty')
  }
  return typeof value === 'string' ? readText(field.is, value, param) : readNested(field.is, value, param, unknown)
}

function readText(alternatives: readonly ParameterAlternative[], text: string, param: string): unknown {
  // From the narrowest to the widest type: a numeric text becomes a number wherever a number is allowed.
  if (alternatives.some((is) => typeof is === 'object' && 'values' in is && is.values.includes(text))) return text
  if (alternatives.includes('number') && /^-?\d+(\.\d+)?$/.test(text) && !alternatives.includes('string')) return Number(text)
  if (alternatives.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (alternatives.includes('string')) return text
  for (const is of alternatives) {
    if (typeof is === 'object' && 'values' in is) {
      throw invalid(
        `Invalid ${param}: must be one of ${is.values.slice(0, -1).join(', ')}${is.values.length > 1 ? ', or ' : ''}${is.values.at(-1)}`,
        param,
      )
    }
  }
  if (alternatives.includes('number')) throw invalid(`Invalid integer: ${text}`, param, 'parameter_invalid_integer')
  if (alternatives.includes('boolean')) throw invalid(`Invalid boolean: ${text}`, param)
  throw invalid(alternatives.some((is) => typeof is === 'object' && 'list' in is) ? 'Invalid array' : 'Invalid object', param)
}

function readNested(alternatives: readonly ParameterAlternative[], fields: FormFields, param: string, unknown: string[]): unknown {
  for (const is of alternatives) {
    if (typeof is === 'string') continue
    if ('shape' in is) return readShape(shapeNamed(is.shape), fields, param, unknown)
    if ('list' in is) {
      const positions = Object.keys(fields)
      if (!positions.every((position) => /^\d+$/.test(position))) throw invalid('Invalid array', param)
      return positions.map((position) => readField({ is: is.list }, fields[position]!, `${param}[${position}]`, unknown))
    }
    if ('map' in is) {
      return Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          readField({ is: is.map, emptyable: true }, value, `${param}[${name}]`, unknown),
        ]),
      )
    }
  }
  throw invalid('Invalid string', param)
}

/** Runs after the check for unknown parameters, as at Stripe. */
function requireAll(shape: ParameterShape, fields: FormFields, path: string): void {
  for (const [name, field] of Object.entries(shape)) {
    const param = path ? `${path}[${name}]` : name
    const value = fields[name]
    if (value === undefined && field.required) throw missing(param)
    if (typeof value === 'object') requireNested(field.is, value, param)
  }
}

function requireNested(alternatives: readonly ParameterAlternative[], fields: FormFields, param: string): void {
  for (const is of alternatives) {
    if (typeof is === 'string') continue
    if ('shape' in is) return requireAll(shapeNamed(is.shape), fields, param)
    if (!('list' in is)) continue
    for (const [position, item] of Object.entries(fields))
      if (typeof item === 'object') requireNested(is.list, item, `${param}[${position}]`)
  }
}
