import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { UsedCategory, UsedDescription } from '@prumo/shared/transactions'
import type { Rule } from '@prumo/shared/rules'
import { useSession } from '../lib/session'
import { useToday } from '../lib/use-today'
import { useDescriptions } from './descriptions'
import type { EntryReader, EntrySources } from './entry-reader'
import { useRules } from './rules'
import { useUsedCategoryList } from './used-categories'
import { useWallets } from './wallets'

let prepare: ((sources: EntrySources) => EntryReader) | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Loads the code of the reader; after a failure the next call tries again. */
export function loadReader(): Promise<void> {
  return (loading ??= loadOnce())
}

async function loadOnce(): Promise<void> {
  try {
    const { prepareReader } = await import('./entry-reader')
    prepare = prepareReader
    for (const notify of listeners) notify()
  } catch {
    loading = null
  }
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

const NO_DESCRIPTIONS: readonly UsedDescription[] = []
const NO_CATEGORIES: readonly UsedCategory[] = []
const NO_RULES: readonly Rule[] = []

/**
 * Reads lines with what this device holds, its own commands applied. Null until its code is loaded. No request depends on what is
 * typed.
 */
export function useEntryReader(): EntryReader | null {
  const today = useToday()
  const businessType = useSession().user?.businessType ?? null
  const { data: descriptions = NO_DESCRIPTIONS } = useDescriptions()
  const { data: rules = NO_RULES } = useRules()
  const categories = useUsedCategoryList() ?? NO_CATEGORIES
  const { open: wallets } = useWallets()
  const code = useSyncExternalStore(subscribe, () => prepare)
  useEffect(() => void loadReader(), [])
  return useMemo(
    () => code && code({ today, descriptions, categories, wallets, rules, businessType }),
    [code, today, descriptions, categories, wallets, rules, businessType],
  )
}
