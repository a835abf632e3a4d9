import type { FieldErrors } from '@prumo/shared/rejections'
import { ApiError } from '../../../lib/api'

const TAKEN_TEXT = 'Este email já está cadastrado. Tente fazer login ou use outro email.'
const FAILED_TEXT = 'Erro ao criar conta. Verifique se o email já não está em uso.'
const NO_TOKEN_TEXT = 'Erro de autenticação. Tente fazer login novamente.'

/** The account was made, and no session came with it. */
export class TokenMissing extends Error {
  override readonly name = 'TokenMissing'
}

/** What the form says of a registration that failed, at its fields or above its button. */
export function refusalOf(failure: unknown): { fields: FieldErrors; text: string } {
  if (failure instanceof TokenMissing) return { fields: {}, text: NO_TOKEN_TEXT }
  if (!(failure instanceof ApiError) || failure.code === 'INTERNAL') return { fields: {}, text: FAILED_TEXT }
  if (failure.status === 409) return { fields: { email: [TAKEN_TEXT] }, text: TAKEN_TEXT }
  return { fields: failure.fields ?? {}, text: failure.message }
}
