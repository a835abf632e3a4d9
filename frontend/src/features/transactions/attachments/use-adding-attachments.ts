import { useRef, useState } from 'react'
import { attachmentTexts, MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount, type Account } from '../../../data/account'
import { withAttachments } from '../../../data/attachment-commands'
import { readAttachment, storeAttachment } from './store-attachment'

interface AddingAttachments {
  /** Makes receipts of files and adds them, one after the other. Resolves once they are on the device. */
  add: (transaction: Transaction, files: readonly File[]) => Promise<void>
  isBusy: boolean
  /** Why files were not added, one text a file with its name. Emptied by the next ones. */
  problems: readonly string[]
}

/** Adds receipts to transactions. */
export function useAddingAttachments(): AddingAttachments {
  const account = useAccount()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  // Files may arrive while others are still made smaller.
  const last = useRef<Promise<unknown>>(Promise.resolve())

  async function add(transaction: Transaction, files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    setBusy(true)
    setProblems([])
    const own = addAfter(last.current, account, transaction, files)
    last.current = own
    setProblems(await own)
    if (last.current === own) setBusy(false)
  }

  return { add, isBusy, problems }
}

/** @param before the ones that are added first @returns the problems of files that were not added */
async function addAfter(before: Promise<unknown>, account: Account, transaction: Transaction, files: readonly File[]): Promise<string[]> {
  await before
  const problems: string[] = []
  let seen = transaction
  for (const file of files) {
    const problem = await addFile(account, seen, file)
    if (problem) problems.push(files.length === 1 ? problem : `${file.name}: ${problem}`)
    else seen = withAttachments(seen, 1)
  }
  return [...new Set(problems)]
}

/** @returns why it was not added; null if it was */
async function addFile(account: Account, transaction: Transaction, file: File): Promise<string | null> {
  if (transaction.attachmentCount >= MAX_ATTACHMENTS) return attachmentTexts.tooMany
  const prepared = await readAttachment(file)
  return 'problem' in prepared ? prepared.problem : storeAttachment(account, transaction, prepared)
}
