import { ruleCommands, ruleFields } from './rule-commands'
import type { EntityDescription } from './entity-description'

export const ruleEntity = {
  name: 'rule',
  path: (id: string) => `/rules/${id}`,
  commands: ruleCommands,
  fields: ruleFields,
  activity: { label: 'Regras', param: 'regras' },
} as const satisfies EntityDescription
