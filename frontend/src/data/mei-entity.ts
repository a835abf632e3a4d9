import type { EntityDescription } from './entity-description'
import { meiCommands, meiDeliveryCommands, meiFields } from './mei-commands'

export const meiEntity = {
  name: 'mei',
  path: () => '/mei',
  commands: meiCommands,
  fields: meiFields,
  // What changed since a delivery depends on the profile.
  alsoChanges: ['mei-delivery'],
  activity: { label: 'Dados do MEI', param: 'mei' },
} as const satisfies EntityDescription

export const meiDeliveryEntity = {
  name: 'mei-delivery',
  path: () => '/mei/deliveries',
  commands: meiDeliveryCommands,
  // The obligations of a year say what was delivered.
  alsoChanges: ['mei'],
  activity: { label: 'Entregas do MEI', param: 'entregas' },
} as const satisfies EntityDescription
