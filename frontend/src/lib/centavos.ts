/**
 * An amount of the wire, in reais, as centavos. The wire carries the double nearest to the decimal, and a sum of many
 * may pass the limit of a single one.
 */
export function centavosOf(reais: number): number {
  return Math.round(reais * 100)
}

/** How far an amount is on its way to another, both of the wire, in whole percent; 100 is said only of what is reached. */
export function percentOf({ currentAmount, targetAmount }: { currentAmount: number; targetAmount: number }): number {
  if (targetAmount === 0) return 0
  if (currentAmount >= targetAmount) return 100
  return Math.min(99, Math.round((centavosOf(currentAmount) * 100) / centavosOf(targetAmount)))
}
