import { useState } from 'react'
import type { ActivityEntry } from '@prumo/shared/activity'
import { useAccount, type Account } from '../../data/account'
import { undoEntry } from '../../data/activity'
import { showToast } from '../../ui/overlay/toast'

/** Undoes entries, one at a time. Online only: the server alone knows whether later changes prevent it. */
export function useUndo(): { undo: (entry: ActivityEntry) => void; undoing: number | null } {
  const account = useAccount()
  const [undoing, setUndoing] = useState<number | null>(null)
  const undo = (entry: ActivityEntry): void => {
    setUndoing(entry.position)
    void undoWithToast(account, entry).finally(() => setUndoing(null))
  }
  return { undo, undoing }
}

/** Undoes an entry and shows a toast that can undo the undo. Shows the reason when it is refused. */
async function undoWithToast(account: Account, entry: ActivityEntry): Promise<void> {
  const done = await undoEntry(account, entry.position)
  if ('refusal' in done) return void showToast({ text: done.refusal, tone: 'error' })
  showToast({ text: 'Mudança desfeita', action: { label: 'Desfazer', isUndo: true, run: () => void undoWithToast(account, done.made) } })
}
