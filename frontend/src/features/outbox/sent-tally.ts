import { useState } from 'react'
import type { QueuedCommand } from '../../data/sync/command'
import { useSyncStatus, useWholeQueue } from '../../data/sync-status'

/** The commands that are delayed noticeably, and how many of them have been sent. */
export interface SentTally {
  waited: ReadonlySet<string>
  sent: number
}

export const NO_TALLY: SentTally = { waited: new Set(), sent: 0 }

/**
 * Updates the tally from the queue. A delayed command after none restarts it.
 * @param queue every command that another one still depends on
 * @param waiting the commands of the queue that are ready to send
 * @param isBlocked whether sending is blocked at the moment
 */
export function countSent(
  before: SentTally,
  queue: readonly QueuedCommand[],
  waiting: readonly QueuedCommand[],
  isBlocked: boolean,
): SentTally {
  const delayed = waiting.map(({ command }) => command.id).filter((id) => isBlocked || before.waited.has(id))
  const sentNow = queue.filter(({ status, command }) => status.is === 'done' && before.waited.has(command.id)).length
  const isRestart = before.waited.size === 0 && delayed.length > 0
  const isSame = sentNow === 0 && delayed.length === before.waited.size && delayed.every((id) => before.waited.has(id))
  return isSame ? before : { waited: new Set(delayed), sent: (isRestart ? 0 : before.sent) + sentNow }
}

/** The tally of the queue, updated with each of its changes. */
export function useSentTally(): SentTally {
  const queue = useWholeQueue()
  const { waiting, isStalled } = useSyncStatus()
  const [tally, setTally] = useState(NO_TALLY)
  const now = countSent(tally, queue, waiting, isStalled)
  if (now !== tally) setTally(now)
  return now
}
