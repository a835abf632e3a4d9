/**
 * An amount of the wire, in reais, as centavos. The wire carries the double nearest to the decimal, and a sum of many
 * may pass the limit of a single one.
 */
export function centavosOf(reais: number): number {
  return Math.round(reais * 100)
}
