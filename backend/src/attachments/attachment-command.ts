import type { AttachmentAnswer } from '@prumo/shared/attachments'
import { dependsOn, ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import type { Write } from '../event-store/stream/commit.js'
import { FindAttachmentPlace } from './attachment-list.projection.js'
import {
  attachmentDecider,
  toAttachment,
  type AttachmentCommand,
  type AttachmentPlace,
  type AttachmentState,
} from './attachment.decider.js'
import type { AttachmentEvent } from './attachment.events.js'

/** A command on a receipt, decided with what its transaction and account hold at the same head. */
export function attachmentCommand<Reply>(
  context: CommandContext,
  attachmentId: string,
  command: AttachmentCommand,
  { reply, alongside = [] }: { reply: (state: AttachmentState) => Reply; alongside?: readonly Write[] },
): ExecuteCommand<Reply> {
  const of = command.type === 'AddAttachment' ? { transactionId: command.details.transactionId } : { attachmentId }
  return ExecuteCommand.of<AttachmentCommand, AttachmentState, AttachmentEvent, Reply>(context, {
    decider: attachmentDecider,
    entityId: attachmentId,
    command,
    dependsOn: dependsOn<AttachmentPlace | null, AttachmentCommand>(new FindAttachmentPlace(context.accountId, of), (place) => ({
      command: place ? { ...command, place } : command,
    })),
    reply,
    alongside,
  })
}

export const toAttachmentAnswer = (state: AttachmentState): AttachmentAnswer => ({ attachment: toAttachment(state) })
