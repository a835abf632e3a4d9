import { attachmentCommands } from './attachment-commands'
import type { EntityDescription } from './entity-description'

export const attachmentEntity = {
  name: 'attachment',
  path: (id: string) => `/attachments/${id}`,
  commands: attachmentCommands,
  // A transaction says how many it has.
  alsoChanges: ['transaction'],
  activity: { label: 'Comprovantes', param: 'comprovantes' },
} as const satisfies EntityDescription
