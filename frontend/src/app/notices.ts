import { useSyncExternalStore } from 'react'
import { useDueGoals } from '../features/goals/use-due-goals'
import { useWaitingTransactions } from '../features/transactions/use-waiting-transactions'
import { today } from '../lib/dates'
import { read, storageKeys, write } from '../lib/device-storage'

export type Notices = ReturnType<typeof useNotices>

/**
 * What waits for the person: scheduled transactions whose day has come, and goals that are overdue or due within a week.
 * Which of it was seen is kept on the device, and goes with the person.
 */
export function useNotices() {
  const { longest, others, hasMore, ids } = useWaitingTransactions()
  const goals = useDueGoals()
  const now = today()
  const seen = useReadIds()
  // A goal that becomes overdue, or gets another deadline, is news again.
  const all = [...ids, ...goals.map(({ id, deadline }) => noticeId(id, deadline, now))]
  return { longest, others, hasMore, goals, all, unread: all.filter((id) => !seen.has(id)) }
}

function noticeId(goal: string, deadline: string, now: string): string {
  return `${goal} ${deadline}${deadline < now ? ' overdue' : ''}`
}

const SEPARATOR = ','
const listeners = new Set<() => void>()
let cached: { text: string | null; ids: ReadonlySet<string> } = { text: null, ids: new Set() }

/** Those that were seen; the same set until the storage says otherwise. */
function readIds(): ReadonlySet<string> {
  const text = read('local', storageKeys.readNotices)
  if (text !== cached.text) cached = { text, ids: new Set(text?.split(SEPARATOR)) }
  return cached.ids
}

function useReadIds(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, readIds)
}

/** Everything that is there has been seen; what is gone is forgotten. */
export function markNoticesRead(all: readonly string[]): void {
  write('local', storageKeys.readNotices, all.join(SEPARATOR))
  listeners.forEach((notify) => notify())
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}
