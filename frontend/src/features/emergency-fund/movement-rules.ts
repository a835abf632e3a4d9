import { fundTexts } from '@prumo/shared/emergency-fund-rules'
import { formatPlainCentavos, MAX_CENTAVOS, parseCentavos } from '@prumo/shared/money'
import { normaliseText } from '@prumo/shared/text-form'
import type { MovementDraft } from '../../data/emergency-fund-commands'
import type { FormRules } from '../../lib/form'
import { amountProblem } from '../../ui/field/amount-text'

/** The values of the form, as typed. */
export interface MovementValues {
  amount: string
  description: string
}

/** The rules of a movement of a fund that holds `balance` centavos. They equal the server's. */
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

/** The draft of a form that passed its rules. */
export function movementDraftOf(kind: MovementDraft['kind'], { amount, description }: MovementValues): MovementDraft {
  return { kind, centavos: parseCentavos(amount) ?? 0, description: normaliseText(description) || null }
}
