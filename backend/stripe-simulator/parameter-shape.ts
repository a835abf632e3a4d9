/** How the generated file says what a call of Stripe's API takes; `parameters.ts` reads it. */

/** What a value may be. */
export type Alternative =
  | 'string'
  | 'number'
  | 'boolean'
  | { values: readonly string[] }
  /** The name of a shape. */
  | { shape: string }
  | { list: readonly Alternative[] }
  | { map: readonly Alternative[] }

export interface Field {
  is: readonly Alternative[]
  required?: true
  /** Empty takes away what was there. */
  emptyable?: true
}

export type Shape = Readonly<Record<string, Field>>
