/** The progress of an amount towards its target in whole percent; 100 only once the target is reached. */
export function percentOf({ currentAmount, targetAmount }: { currentAmount: number; targetAmount: number }): number {
  if (targetAmount === 0) return 0
  if (currentAmount >= targetAmount) return 100
  return Math.min(99, Math.round((currentAmount * 100) / targetAmount))
}
