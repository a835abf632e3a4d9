/** How far an amount is on its way to another, in whole percent; 100 is said only of what is reached. */
export function percentOf({ currentAmount, targetAmount }: { currentAmount: number; targetAmount: number }): number {
  if (targetAmount === 0) return 0
  if (currentAmount >= targetAmount) return 100
  return Math.min(99, Math.round((currentAmount * 100) / targetAmount))
}
