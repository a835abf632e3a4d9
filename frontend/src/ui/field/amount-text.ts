import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'

/** Formats a typed amount; a text that is no amount stays as it is. */
export function tidyAmount(text: string): string {
  const centavos = parseCentavos(text)
  return centavos === null ? text : formatPlainCentavos(centavos)
}

/** The error of a typed amount that must be above zero, or null. */
export function amountProblem(text: string): string | null {
  if (text.trim() === '') return 'Digite o valor'
  if (/^\s*[-\u2212]/.test(text)) return 'Digite o valor sem o sinal de menos'
  const centavos = parseCentavos(text)
  if (centavos === 0) return 'O valor deve ser maior que zero'
  if (centavos !== null) return null
  return wholeDigits(text) > 9 ? 'O valor máximo é R$\u00a0999.999.999,99' : 'Digite um valor como 386,70'
}

/** The error of a typed amount that may be zero or empty, or null. */
export function openAmountProblem(text: string): string | null {
  return text.trim() === '' || parseCentavos(text) === 0 ? null : amountProblem(text)
}

/** The error of a typed balance, or null. Both signs and zero are valid. */
export function balanceProblem(text: string): string | null {
  const { rest } = parseSigned(text)
  return rest === '' ? amountProblem('') : openAmountProblem(rest)
}

/** Separates the sign from a typed amount. */
export function parseSigned(text: string): { rest: string; centavos: number; isMinus: boolean } {
  const bare = text.trim()
  const rest = bare.replace(/^[-\u2212]/, '').trim()
  return { rest, centavos: parseCentavos(rest) ?? 0, isMinus: rest !== bare }
}

function wholeDigits(text: string): number {
  return text.replace(/[.,]\d{1,2}\s*$/, '').replace(/\D/g, '').length
}
