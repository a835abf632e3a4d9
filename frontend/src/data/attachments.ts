import { useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Attachment, AttachmentList } from '@prumo/shared/attachments'
import type { Transaction } from '@prumo/shared/transactions'
import { ApiError } from '../lib/api'
import { useAccount, useQueue, type Account } from './account'
import { removeAttachment } from './attachment-commands'
import { queryOptions, toQueryResult, type QueryDefinition, type QueryResult } from './optimistic-query'
import { compareText, type Command, type QueuedCommand } from './sync/command'
import { applyToList, mapAnswer, NO_POSITION } from './sync/optimistic'
import { needsDecision } from './sync/queue'

/** The receipts of transactions, and their bytes. */

/** A receipt of a transaction, as its screens show it. */
export interface ShownAttachment {
  attachment: Attachment
  /** The command that adds it, while the server lacks it; null once it is there. */
  unsent: QueuedCommand | null
}

/** `GET /transactions/{id}/attachments`, oldest first, with this device's commands applied. */
export function useAttachments(transactionId: string): QueryResult<readonly ShownAttachment[]> {
  const account = useAccount()
  const queue = useQueue('attachment')
  const query = useQuery(queryOptions(account, attachmentsQuery(transactionId)))
  const { data: fresh } = query
  const shown = useMemo(() => {
    const own = queue.filter(({ command }) => transactionIdOf(command) === transactionId)
    // Without an answer, at least what waits here.
    const known = fresh ?? (own.length > 0 ? { ...NO_POSITION, at: 0, data: [] } : undefined)
    return (
      known &&
      applyToList(known.data, own, known, compareAttachments).map((attachment) => ({
        attachment,
        unsent: own.find(({ command, status }) => isAddOf(command, attachment.id) && status.is === 'waiting') ?? null,
      }))
    )
  }, [fresh, queue, transactionId])
  return toQueryResult(query, shown, fresh)
}

function attachmentsQuery(transactionId: string): QueryDefinition<readonly Attachment[]> {
  return {
    key: ['attachment', 'list', transactionId],
    fetch: async (account, signal) => {
      try {
        const path = `/transactions/${encodeURIComponent(transactionId)}/attachments`
        return mapAnswer(await account.read<AttachmentList>(path, {}, signal), ({ attachments }) => attachments)
      } catch (failure) {
        // The transaction is not on the server, perhaps not yet.
        if (failure instanceof ApiError && failure.status === 404) return { ...NO_POSITION, at: Date.now(), data: [] }
        throw failure
      }
    },
    isPersisted: true,
  }
}

/** The refused commands on receipts of a transaction. */
export function useRefusedAttachments(transactionId: string): readonly QueuedCommand[] {
  const queue = useQueue('attachment')
  return useMemo(
    () => queue.filter((item) => needsDecision(item) && transactionIdOf(item.command) === transactionId),
    [queue, transactionId],
  )
}

/**
 * The bytes of a receipt, with the type that its first bytes have: from this device while it waits here, else
 * `GET /attachments/{id}`. Kept in memory only.
 */
export function useAttachmentContent(
  { id, type }: Attachment,
  isEnabled = true,
): { content: Blob | null; isFailed: boolean; retry: () => void } {
  const account = useAccount()
  const { data, isError, refetch } = useQuery({
    queryKey: ['file', id],
    queryFn: ({ signal }) => readContent(account, id, type, signal),
    enabled: isEnabled,
    // The bytes of a receipt never change.
    staleTime: 'static',
    gcTime: UNUSED_MS,
  })
  return { content: data ?? null, isFailed: isError && !data, retry: () => void refetch() }
}

const UNUSED_MS = 60_000

async function readContent(account: Account, id: string, type: string, signal: AbortSignal): Promise<Blob> {
  const added = account.outbox.queueOf('attachment').find(({ command }) => isAddOf(command, id))
  const stored = added && (await account.outbox.file(added.command.id))
  if (stored) return new Blob([stored], { type })
  return account.getFile(`/attachments/${encodeURIComponent(id)}`, type, signal)
}

/** A ref that shows bytes as the picture of an element; their address is revoked with it. */
export function useObjectUrl(content: Blob | null): (picture: HTMLImageElement | null) => (() => void) | undefined {
  return useCallback(
    (picture) => {
      if (!picture || !content) return undefined
      const url = URL.createObjectURL(content)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
}

/** Removes a receipt; one that was never sent is withdrawn. */
export async function discardAttachment(
  { outbox }: Account,
  { attachment, unsent }: ShownAttachment,
  transaction: Transaction,
): Promise<void> {
  if (unsent) await outbox.undo(unsent.command)
  else await outbox.enqueue(removeAttachment(attachment, transaction))
}

function isAddOf({ name, entityId }: Command, id: string): boolean {
  return name === 'attachment.add' && entityId === id
}

function transactionIdOf({ args }: Command): string {
  return (args as { transaction: Transaction }).transaction.id
}

/** Oldest first, as the server lists them. */
function compareAttachments(one: Attachment, other: Attachment): number {
  return compareText(one.createdAt, other.createdAt) || compareText(one.id, other.id)
}
