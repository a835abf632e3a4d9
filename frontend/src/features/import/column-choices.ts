import { read, storageKeys, write } from '../../lib/device-storage'
import type { ColumnChoice } from './statement/column-choice'

/** The number of tables whose columns are remembered. */
const MOST_TABLES = 20

/** The remembered columns by the header of their table. Stored on this device only. */
export function rememberedColumns(): Readonly<Record<string, ColumnChoice>> {
  try {
    return JSON.parse(read('local', storageKeys.columns) ?? '{}') as Record<string, ColumnChoice>
  } catch {
    return {}
  }
}

/** Remembers a choice without its year. The oldest one is dropped above the limit. @param key the header's name */
export function rememberColumns(key: string, { year: _year, ...choice }: ColumnChoice): void {
  const { [key]: _, ...others } = rememberedColumns()
  const kept = [...Object.entries(others), [key, choice] as const].slice(-MOST_TABLES)
  write('local', storageKeys.columns, JSON.stringify(Object.fromEntries(kept)))
}
