/** An amount of the wire, in reais, as centavos: the wire carries the double nearest to the decimal. */
export function centavosOf(reais: number): number {
  return Math.round(reais * 100)
}
