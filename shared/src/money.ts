/**
 * Money. The product works with an integer number of centavos; the wire has a JSON number in reais with at most two decimals.
 * No sum here uses floats.
 */

/** An amount inside the product, an integer. Plain numbers are assignable to it, reais are not. */
export type Centavos = number & { readonly unit?: 'centavos' }
/** An amount on the wire. Plain numbers are assignable to it, centavos are not. */
export type Reais = number & { readonly unit?: 'reais' }

/** The largest amount the contract accepts, in centavos: R$ 999.999.999,99. */
export const MAX_CENTAVOS = 99_999_999_999

/** Reais with at most two decimals to centavos; null when the number is not such an amount. */
export function reaisToCentavos(reais: Reais): Centavos | null {
  if (!Number.isFinite(reais)) return null
  const centavos = Math.round(reais * 100)
  // The double nearest to an amount with two decimals survives the round trip; a third decimal does not.
  return centavos / 100 === reais && Math.abs(centavos) <= MAX_CENTAVOS ? centavos : null
}

/** Centavos to the JSON number of the wire, in reais. Exact: the quotient is the double nearest to the decimal. */
export function centavosToReais(centavos: Centavos): Reais {
  return centavos / 100
}

/** Integer division of centavos, half rounded away from zero. */
export function divideCentavos(centavos: Centavos, divisor: number): Centavos {
  const quotient = Math.trunc(centavos / divisor)
  const remainder = Math.abs(centavos - quotient * divisor)
  return remainder * 2 >= Math.abs(divisor) ? quotient + Math.sign(centavos) * Math.sign(divisor) : quotient
}

/**
 * Rounds an amount to whole reais, still in centavos; half up, and a negative amount like its opposite. The one rule for figures without
 * centavos: each is rounded by itself, so that it reads the same everywhere. Where figures visibly add up, centavos are shown instead.
 * @param unit in centavos, for another unit than reais
 */
export function roundCentavos(centavos: Centavos, unit = 100): Centavos {
  // Turns -0 into 0.
  return divideCentavos(centavos, unit) * unit || 0
}

/** A percentage of an amount in centavos, half rounded up; `percent` is a whole number. */
export function percentOfCentavos(centavos: Centavos, percent: number): Centavos {
  return divideCentavos(centavos * percent, 100)
}

/**
 * Parses a typed or pasted amount (`1.234,56`, `1234,56`, `1234.56`, `R$ 1.234,56`) into centavos. Null when it is empty,
 * negative, has more than two decimals, or exceeds the contract's limit.
 */
export function parseCentavos(text: string): Centavos | null {
  const bare = text.replace(/[\s\u00a0]/g, '').replace(/^R\$/i, '')
  const match =
    /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{0,2}))?$/.exec(bare) ??
    /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{1,2}))$/.exec(bare) ??
    /^()(?:,(\d{1,2}))$/.exec(bare)
  if (!match) return null
  const whole = (match[1] || '0').replace(/[.,]/g, '')
  const centavos = Number(whole) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return centavos <= MAX_CENTAVOS ? centavos : null
}

const reaisFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const percentFormat = new Intl.NumberFormat('pt-BR', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const plainFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `R$ 1.234,56` with the no-break space of `Intl`; negative amounts as `-R$ 1.234,56`. */
export function formatCentavos(centavos: Centavos): string {
  return reaisFormat.format(centavos / 100)
}

/** `1.234,56`, for fields that show the currency themselves. */
export function formatPlainCentavos(centavos: Centavos): string {
  return plainFormat.format(centavos / 100)
}

/** `12,3%` of a fraction such as 0.123. */
export function formatPercent(fraction: number): string {
  return percentFormat.format(fraction)
}
