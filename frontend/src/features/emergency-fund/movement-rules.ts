import { fundTexts } from '@prumo/shared/emergency-fund-rules'
import { formatPlainCentavos, MAX_CENTAVOS, parseCentavos } from '@prumo/shared/money'
import { normaliseText } from '@prumo/shared/text-form'
import type { MovementDraft } from '../../data/emergency-fund-commands'
import type { FormRules } from '../../lib/form'
import type { UnsavedSummary } from '../../lib/unsaved-summary'
import { amountProblem } from '../../ui/field/amount-text'

/** The form while it is filled in. */
export interface MovementValues {
  amount: string
  description: string
}

/** What is wrong with a movement of a fund that holds `balance`, in centavos: said before the server has to. */
export function movementRules(kind: MovementDraft['kind'], balance: number): FormRules<MovementValues> {
  return { amount: (text) => amountProblem(text) ?? overflow(kind, balance, parseCentavos(text) ?? 0) }
}

function overflow(kind: MovementDraft['kind'], balance: number, centavos: number): string | null {
  if (kind === 'withdrawal') return centavos > balance ? fundTexts.notEnough(balance) : null
  return balance + centavos > MAX_CENTAVOS ? fundTexts.tooMuch : null
}

export const emptyMovement: MovementValues = { amount: '', description: '' }

export function valuesOfDraft({ centavos, description }: MovementDraft): MovementValues {
  return { amount: formatPlainCentavos(centavos), description: description ?? '' }
}

/** What valid values say. */
export function movementDraftOf(kind: MovementDraft['kind'], { amount, description }: MovementValues): MovementDraft {
  return { kind, centavos: parseCentavos(amount) ?? 0, description: normaliseText(description) || null }
}

/** What is lost by leaving the form now, as it is read. */
export function unsavedOf(kind: MovementDraft['kind'], { amount, description }: MovementValues): UnsavedSummary {
  return {
    subject: normaliseText(description) || 'Reserva de Emergência',
    centavos: parseCentavos(amount),
    about: kind === 'deposit' ? 'Depósito' : 'Retirada',
  }
}
