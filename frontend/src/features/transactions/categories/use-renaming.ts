import { useState } from 'react'
import { useAccount } from '../../../data/account'
import { renameCategory, undoRenaming, type DoneRenaming, type Renaming } from '../../../data/categories'
import { refusalOf } from '../../../data/refusal'
import { dismissToast, showToast } from '../../../ui/overlay/toast'
import { count } from './rule-application'

/** A renaming under way or failed. */
export interface RenamingState {
  renaming: Renaming
  /** How many transactions it has changed, and how many are left. Null before the first answer. */
  progress: { changed: number; remaining: number } | null
  /** Why it stopped; null while it runs. What was done stays done. */
  failure: string | null
}

/** Renames a category, or merges it into another, with its progress and its undo. */
export function useRenaming(): {
  state: RenamingState | null
  /** @returns whether all of it is done */
  start: (renaming: Renaming, isMerge: boolean) => Promise<boolean>
  dismiss: () => void
} {
  const account = useAccount()
  const [state, setState] = useState<RenamingState | null>(null)

  async function start(renaming: Renaming, isMerge: boolean): Promise<boolean> {
    setState({ renaming, progress: null, failure: null })
    try {
      const done = await renameCategory(account, renaming, ({ changed }, remaining) =>
        setState({ renaming, progress: { changed, remaining }, failure: null }),
      )
      setState(null)
      announce(renaming, isMerge, done)
      return true
    } catch (failure) {
      setState((before) => ({ renaming, progress: before?.progress ?? null, failure: refusalOf(failure).text }))
      return false
    }
  }

  function announce(renaming: Renaming, isMerge: boolean, done: DoneRenaming): void {
    showToast({
      text: doneText(renaming, isMerge, done.changed),
      ...(done.positions.length > 0 && { action: { label: 'Desfazer', isUndo: true, run: () => void undo(done) } }),
    })
  }

  async function undo(done: DoneRenaming): Promise<void> {
    const running = showToast({ text: 'Desfazendo…' })
    const refusal = await undoRenaming(account, done)
    dismissToast(running)
    showToast(refusal === null ? { text: 'Desfeito. As categorias estão como antes.' } : { text: refusal, tone: 'error' })
  }

  return { state, start, dismiss: () => setState(null) }
}

/** `Feira agora é Fornecedores, em 23 transações` */
export function doneText({ from, to }: Renaming, isMerge: boolean, changed: number): string {
  const many = changed === 1 ? '1 transação' : `${count(changed)} transações`
  if (from === null) return `${many} em ${to}`
  return isMerge ? `${from} foi para ${to}, com ${many}` : `${from} agora é ${to}, em ${many}`
}
