import { useRef, useState } from 'react'
import { attachmentTexts, MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../../data/account'
import { withAttachments } from '../../../data/attachment-commands'
import type { AttachmentFile } from '../../../data/waiting-attachments'
import { newId } from '../../../lib/new-id'
import { LOST_ONE, LOST_SEVERAL, TOO_MUCH_WAITS } from './attachment-texts'
import { hasRoomToWait, readAttachment, storeAttachment } from './store-attachment'

/** A receipt that waits in the form for its transaction to be recorded. */
export interface ChosenAttachment extends AttachmentFile {
  id: string
}

export interface NewAttachments {
  chosen: readonly ChosenAttachment[]
  /** Makes receipts of files, one after the other. */
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  /** Says that so many receipts of a kept draft have to be chosen again, unless some are chosen already. */
  reportLost: (count: number) => void
  isBusy: boolean
  /** Why files were not taken, one text a file with its name. Emptied by the next ones. */
  problems: readonly string[]
  /**
   * Empties the form for the next transaction, and queues what was chosen behind the recorded one, also what is still made smaller.
   * @returns why receipts were not added, unless the form has shown it
   */
  storeWith: (recorded: Promise<Transaction>) => Promise<readonly string[]>
}

/** The receipts of a transaction that is not recorded yet. They are in memory only. */
export function useNewAttachments(): NewAttachments {
  const account = useAccount()
  const [chosen, setChosen] = useState<readonly ChosenAttachment[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  // One a form: what is added after a transaction was recorded belongs to the next.
  const form = useRef(emptyForm())

  function add(files: readonly File[]): void {
    if (files.length === 0) return
    const own = form.current
    own.problems = []
    setBusy(true)
    setProblems([])
    own.unread += 1
    own.reading = readAfter(own.reading, own, files)
  }

  async function readAfter(before: Promise<void>, own: ChosenFiles, files: readonly File[]): Promise<void> {
    await before
    for (const file of files) {
      const problem = await choose(own, file)
      if (problem) own.problems = [...new Set([...own.problems, files.length === 1 ? problem : `${file.name}: ${problem}`])]
      if (own !== form.current) continue
      setChosen(own.chosen)
      setProblems(own.problems)
    }
    own.unread -= 1
    if (own === form.current) setBusy(own.unread > 0)
  }

  async function choose(own: ChosenFiles, file: File): Promise<string | null> {
    if (own.chosen.length >= MAX_ATTACHMENTS) return attachmentTexts.tooMany
    const prepared = await readAttachment(file)
    if ('problem' in prepared) return prepared.problem
    if (!hasRoomToWait(account, sizeOf([...own.chosen, prepared]))) return TOO_MUCH_WAITS
    own.chosen = [...own.chosen, { ...prepared, id: newId() }]
    return null
  }

  function remove(id: string): void {
    form.current.chosen = form.current.chosen.filter((each) => each.id !== id)
    setChosen(form.current.chosen)
  }

  function reportLost(count: number): void {
    if (count === 0 || form.current.chosen.length > 0) return
    form.current.problems = [count === 1 ? LOST_ONE : LOST_SEVERAL]
    setProblems(form.current.problems)
  }

  async function storeWith(recorded: Promise<Transaction>): Promise<readonly string[]> {
    const own = form.current
    form.current = emptyForm()
    setChosen([])
    setProblems([])
    setBusy(false)
    const shown = own.problems
    let transaction = await recorded
    await own.reading
    const failed = own.problems.filter((problem) => !shown.includes(problem))
    for (const file of own.chosen) {
      const problem = await storeAttachment(account, transaction, file, true)
      if (problem) return [...failed, problem]
      transaction = withAttachments(transaction, 1)
    }
    return failed
  }

  return { chosen, add, remove, reportLost, isBusy, problems, storeWith }
}

interface ChosenFiles {
  chosen: readonly ChosenAttachment[]
  problems: readonly string[]
  /** Resolves once every file is read. */
  reading: Promise<void>
  /** How many choices of files are not read to their end. */
  unread: number
}

function emptyForm(): ChosenFiles {
  return { chosen: [], problems: [], reading: Promise.resolve(), unread: 0 }
}

function sizeOf(files: readonly AttachmentFile[]): number {
  return files.reduce((sum, { content }) => sum + content.size, 0)
}
