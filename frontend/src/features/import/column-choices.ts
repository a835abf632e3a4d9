import { read, storageKeys, write } from '../../lib/device-storage'
import type { ColumnChoice } from './statement/column-choice'

/** So many tables are remembered. */
const MOST_TABLES = 20

/** Which column was said to be which, by the header of the table. It is a choice about this device. */
export function rememberedColumns(): Readonly<Record<string, ColumnChoice>> {
  try {
    return JSON.parse(read('local', storageKeys.columns) ?? '{}') as Record<string, ColumnChoice>
  } catch {
    return {}
  }
}

/** Remembers a choice, but for its year; the oldest goes where there are too many. @param key the header's name */
export function rememberColumns(key: string, { year: _year, ...choice }: ColumnChoice): void {
  const { [key]: _, ...others } = rememberedColumns()
  const kept = [...Object.entries(others), [key, choice] as const].slice(-MOST_TABLES)
  write('local', storageKeys.columns, JSON.stringify(Object.fromEntries(kept)))
}
