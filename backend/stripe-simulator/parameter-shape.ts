/** The generated description of each call's parameters; `parameters.ts` reads it. */

/** A type that a value may have. */
export type ParameterAlternative =
  | 'string'
  | 'number'
  | 'boolean'
  | { values: readonly string[] }
  /** The name of a shape. */
  | { shape: string }
  | { list: readonly ParameterAlternative[] }
  | { map: readonly ParameterAlternative[] }

export interface ParameterField {
  is: readonly ParameterAlternative[]
  required?: true
  /** An empty value deletes the field. */
  emptyable?: true
}

export type ParameterShape = Readonly<Record<string, ParameterField>>
