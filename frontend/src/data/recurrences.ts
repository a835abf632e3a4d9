import { useCallback, useMemo } from 'react'
import { compareRecurrences } from '@prumo/shared/recurrence-order'
import type { Recurrence, RecurrenceAnswer, RecurrenceList } from '@prumo/shared/recurrences'
import type { Transaction } from '@prumo/shared/transactions'
import { useQueue } from './account'
import { compareText, type QueuedCommand } from './sync/command'
import { mapAnswer, NO_POSITION, applyToList, type PositionedAnswer, type AnswerPosition } from './sync/optimistic'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

/** `GET /recurrences`: all of them. */
const recurrencesQuery: QueryDefinition<readonly Recurrence[]> = {
  key: ['recurrence', 'list'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<RecurrenceList>('/recurrences', {}, signal), ({ recurrences }) => recurrences),
  isPersisted: true,
}

/** All recurrences, the next due first and ended ones last, with this device's commands applied. */
export function useRecurrences(isEnabled = true): QueryResult<readonly Recurrence[]> {
  return useOptimisticQuery(recurrencesQuery, optimisticRecurrences, isEnabled)
}

function optimisticRecurrences(fresh: PositionedAnswer<readonly Recurrence[]>, queue: readonly QueuedCommand[]): readonly Recurrence[] {
  return applyToList(fresh.data, queue, fresh, compareRecurrences)
}

/**
 * `GET /recurrences/{id}`: its transactions with this device's commands applied; until the answer arrives, only those made on this
 * device.
 */
export function useOccurrences(id: string): QueryResult<readonly Transaction[]> {
  const read = useMemo(() => occurrencesQuery(id), [id])
  const queue = useQueue('transaction')
  const shown = useCallback(
    (fresh: PositionedAnswer<readonly Transaction[]>) => optimisticOccurrences(id, fresh.data, queue, fresh),
    [id, queue],
  )
  const reading = useOptimisticQuery(read, shown)
  const made = useMemo(() => optimisticOccurrences(id, [], queue, NO_POSITION), [id, queue])
  return { ...reading, data: reading.data ?? (made.length > 0 ? made : undefined) }
}

function optimisticOccurrences(
  id: string,
  server: readonly Transaction[],
  queue: readonly QueuedCommand[],
  known: AnswerPosition,
): readonly Transaction[] {
  const own = queue.filter((item) => isAboutRecurrence(id, server, item))
  return applyToList(server, own, known, (one, other) => compareText(one.date, other.date))
}

function occurrencesQuery(id: string): QueryDefinition<readonly Transaction[]> {
  return {
    key: ['recurrence', 'transactions', id],
    fetch: async (account, signal) => {
      const answer = await account.read<RecurrenceAnswer>(`/recurrences/${encodeURIComponent(id)}`, {}, signal)
      return mapAnswer(answer, ({ transactions }) => transactions)
    },
    isPersisted: true,
  }
}

function isAboutRecurrence(id: string, known: readonly Transaction[], { command }: QueuedCommand): boolean {
  const { recurrenceId } = (command.args ?? {}) as { recurrenceId?: string }
  return recurrenceId === id || known.some((each) => each.id === command.entityId)
}
