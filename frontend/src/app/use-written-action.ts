import { IconPencilPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { WrittenEntry } from '@prumo/shared/written-entry'
import { useEntryReader } from '../data/use-entry-reader'
import { sheetAddress } from '../features/transactions/sheet-address'
import { shortDayText } from '../lib/dates'
import type { FormLocationState } from '../lib/form-address'
import { useToday } from '../lib/use-today'
import type { PaletteAction } from './palette-actions'

/** The action that opens a new transaction with a typed line, such as `mercado 45,90 ontem`; null for a text that is none. */
export function useWrittenAction(typed: string): PaletteAction | null {
  const reader = useEntryReader()
  const navigate = useNavigate()
  const now = useToday()
  const text = writtenText(typed, typed.trim() === '' ? null : (reader?.read(typed) ?? null), now)
  if (text === null) return null
  const state: FormLocationState = { line: typed.trim() }
  return {
    id: 'written',
    group: 'Lançar',
    label: `Lançar ${text}`,
    icon: IconPencilPlus,
    run: () => void navigate(sheetAddress(), { state }),
  }
}

/** `mercado, R$ 45,90, ontem`: with an amount and a name. The words as typed while something has to be asked first. */
export function writtenText(typed: string, entry: WrittenEntry | null, now: CalendarDate): string | null {
  if (!entry || !entry.parts.some(({ kind }) => kind === 'amount')) return null
  const { draft, parts, questions } = entry
  const name = parts
    .filter(({ kind }) => kind === 'description')
    .map(({ start, end }) => typed.slice(start, end))
    .join(' ')
  if (questions.length > 0) return `“${typed.trim()}”`
  const subject = draft.type === 'transfer' ? `transferência ${draft.description}`.trim() : name
  if (subject === '') return null
  return [subject, draft.amount !== null && formatCentavos(draft.amount), draft.date && shortDayText(draft.date, now)]
    .filter(Boolean)
    .join(', ')
}
