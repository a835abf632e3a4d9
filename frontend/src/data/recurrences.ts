import { useCallback, useMemo } from 'react'
import { compareRecurrences } from '@prumo/shared/recurrence-order'
import type { Recurrence, RecurrenceAnswer, RecurrenceList } from '@prumo/shared/recurrences'
import type { Transaction } from '@prumo/shared/transactions'
import { useLine } from './account'
import { byText, type Item } from './command'
import { mapped, NOTHING_YET, shownAll, type Fresh, type Reflection } from './shown'
import { useRead, type Read, type Reading } from './reads'

/** `GET /recurrences`: all of them. */
const allRecurrences: Read<readonly Recurrence[]> = {
  key: ['recurrence', 'list'],
  ask: async (account, signal) => mapped(await account.read<RecurrenceList>('/recurrences', {}, signal), ({ recurrences }) => recurrences),
  isKept: true,
}

/** All that repeats, the next one first and what has ended last, with this device's commands on it. */
export function useRecurrences(): Reading<readonly Recurrence[]> {
  return useRead(allRecurrences, shownRecurrences)
}

function shownRecurrences(fresh: Fresh<readonly Recurrence[]>, line: readonly Item[]): readonly Recurrence[] {
  return shownAll(fresh.data, line, fresh, compareRecurrences)
}

/** `GET /recurrences/{id}`: its transactions with this device's commands on them; while they are not known, those that the device made. */
export function useOccurrences(id: string): Reading<readonly Transaction[]> {
  const read = useMemo(() => occurrencesOf(id), [id])
  const line = useLine('transaction')
  const shown = useCallback((fresh: Fresh<readonly Transaction[]>) => shownOf(id, fresh.data, line, fresh), [id, line])
  const reading = useRead(read, shown)
  const made = useMemo(() => shownOf(id, [], line, NOTHING_YET), [id, line])
  return { ...reading, data: reading.data ?? (made.length > 0 ? made : undefined) }
}

function shownOf(id: string, server: readonly Transaction[], line: readonly Item[], known: Reflection): readonly Transaction[] {
  const own = line.filter((item) => isOf(id, server, item))
  return shownAll(server, own, known, (one, other) => byText(one.date, other.date))
}

function occurrencesOf(id: string): Read<readonly Transaction[]> {
  return {
    key: ['recurrence', 'transactions', id],
    ask: async (account, signal) => {
      const answer = await account.read<RecurrenceAnswer>(`/recurrences/${encodeURIComponent(id)}`, {}, signal)
      return mapped(answer, ({ transactions }) => transactions)
    },
    isKept: true,
  }
}

function isOf(id: string, known: readonly Transaction[], { command }: Item): boolean {
  const { recurrenceId } = (command.args ?? {}) as { recurrenceId?: string }
  return recurrenceId === id || known.some((each) => each.id === command.entityId)
}
