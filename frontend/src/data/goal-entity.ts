import { goalCommands, goalFields } from './goal-commands'
import type { EntityDescription } from './entity-description'

export const goalEntity = {
  name: 'goal',
  path: (id: string) => `/goals/${id}`,
  commands: goalCommands,
  fields: goalFields,
  activity: { label: 'Metas', param: 'metas', hasHistory: true },
} as const satisfies EntityDescription
