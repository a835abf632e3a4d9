import { useSyncExternalStore } from 'react'
import { useDueGoals } from '../features/goals/use-due-goals'
import { useWaitingTransactions } from '../features/transactions/use-waiting-transactions'
import { useToday } from '../lib/use-today'
import { read, storageKeys, write } from '../lib/device-storage'

export type Notices = ReturnType<typeof useNotices>

/**
 * The notices: scheduled transactions whose day has come, and goals that are overdue or due within a week. The ids of read notices
 * are kept on the device and deleted on sign-out.
 */
export function useNotices() {
  const { longest, others, hasMore, ids } = useWaitingTransactions()
  const goals = useDueGoals()
  const now = useToday()
  const seen = useReadIds()
  // The id covers the deadline: a goal that becomes overdue, or gets another deadline, is unread again.
  const all = [...ids, ...goals.map(({ id, deadline }) => noticeId(id, deadline, now))]
  return { longest, others, hasMore, goals, all, unread: all.filter((id) => !seen.has(id)) }
}

function noticeId(goal: string, deadline: string, now: string): string {
  return `${goal} ${deadline}${deadline < now ? ' overdue' : ''}`
}

const SEPARATOR = ','
const listeners = new Set<() => void>()
let cached: { text: string | null; ids: ReadonlySet<string> } = { text: null, ids: new Set() }

/** The ids of read notices. The same set until the storage changes, as `useSyncExternalStore` requires. */
function readIds(): ReadonlySet<string> {
  const text = read('local', storageKeys.readNotices)
  if (text !== cached.text) cached = { text, ids: new Set(text?.split(SEPARATOR)) }
  return cached.ids
}

function useReadIds(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, readIds)
}

/** Marks all present notices as read, and forgets those that are gone. */
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
