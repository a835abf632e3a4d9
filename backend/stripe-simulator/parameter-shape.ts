/** How the generated file says what a call of Stripe's API takes; `parameters.ts` reads it. */

/** What a value may be. */
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
  /** Empty takes away what was there. */
  emptyable?: true
}

export type ParameterShape = Readonly<Record<string, ParameterField>>
