export const taskTypes = ['objective', 'problem', 'task'] as const
export type TaskType = (typeof taskTypes)[number]

/** Most urgent first. */
export const taskPriorities = ['high', 'medium', 'low'] as const
export type TaskPriority = (typeof taskPriorities)[number]

/** Accepted spellings of a priority, and the stored value of each. */
export const prioritySpellings = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  baixa: 'low',
  media: 'medium',
  média: 'medium',
  alta: 'high',
} as const satisfies Record<string, TaskPriority>

export const taskTexts = {
  titleMissing: 'Digite um título',
  typeMissing: 'Escolha objetivo, problema ou tarefa',
  priorityMissing: 'Escolha uma prioridade',
  notDeleted: 'Este item não está excluído.',
  tooMany: 'Você já tem 10.000 itens na lista. Exclua algum para criar outro.',
} as const
