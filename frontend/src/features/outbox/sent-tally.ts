import { useState } from 'react'
import type { QueuedCommand } from '../../data/sync/command'
import { useSyncStatus, useWholeQueue } from '../../data/sync-status'

/** What waited longer than one notices, and how many of those went since. */
export interface SentTally {
  waited: ReadonlySet<string>
  sent: number
}

export const NO_TALLY: SentTally = { waited: new Set(), sent: 0 }

/**
 * Counts on with the line as it is now. Something that waits where nothing did begins anew.
 * @param line every command that something still depends on
 * @param waiting those of it that go as soon as something gets through
 * @param isHeld whether that is not so at the moment
 */
export function countSent(
  before: SentTally,
  line: readonly QueuedCommand[],
  waiting: readonly QueuedCommand[],
  isHeld: boolean,
): SentTally {
  const still = waiting.map(({ command }) => command.id).filter((id) => isHeld || before.waited.has(id))
  const went = line.filter(({ status, command }) => status.is === 'done' && before.waited.has(command.id)).length
  const begins = before.waited.size === 0 && still.length > 0
  const isSame = went === 0 && still.length === before.waited.size && still.every((id) => before.waited.has(id))
  return isSame ? before : { waited: new Set(still), sent: (begins ? 0 : before.sent) + went }
}

/** The count over the line as it goes on. */
export function useSentTally(): SentTally {
  const line = useWholeQueue()
  const { waiting, isStalled } = useSyncStatus()
  const [tally, setTally] = useState(NO_TALLY)
  const now = countSent(tally, line, waiting, isStalled)
  if (now !== tally) setTally(now)
  return now
}
