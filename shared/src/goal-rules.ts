/** Categories of goals, as shown and stored: a closed list. */
export const goalCategories = [
  'Reserva de Emergência',
  'Expansão do Negócio',
  'Equipamentos',
  'Marketing',
  'Capacitação',
  'Outros',
] as const
export type GoalCategory = (typeof goalCategories)[number]

export const goalPriorities = ['low', 'medium', 'high'] as const
export type GoalPriority = (typeof goalPriorities)[number]

/** Active below the target, completed from the target on. */
export const goalStatuses = ['active', 'completed'] as const
export type GoalStatus = (typeof goalStatuses)[number]

interface GoalAmounts {
  targetAmount: number
  currentAmount: number
}

/** Whether a goal has reached its target; both amounts in the same unit. */
export function isReached({ currentAmount, targetAmount }: GoalAmounts): boolean {
  return currentAmount >= targetAmount
}

/** The current amount after progress, in centavos: capped at the target, never lower than before. */
export function currentAfter({ currentAmount, targetAmount }: GoalAmounts, progress: number): number {
  return Math.max(currentAmount, Math.min(currentAmount + progress, targetAmount))
}

export const goalTexts = {
  titleMissing: 'Digite um título',
  categoryMissing: 'Escolha uma categoria',
  priorityMissing: 'Escolha uma prioridade',
  progressInvalid: 'Digite um valor válido.',
  notDeleted: 'Esta meta não está excluída.',
  tooMany: 'Você já tem 2.000 metas. Exclua alguma para criar outra.',
} as const
