import { read, storageKeys, write } from '../../lib/device-storage'
import type { ParsedStatement } from './parsed-statement'

/** The number of kinds of statements whose wallet is remembered. */
const MOST_KINDS = 20

type StatementKind = Pick<ParsedStatement, 'account' | 'bank' | 'isCard'>

/** The wallet that the person named for statements like this one; null without one. Only of files that name no account. */
export function rememberedWallet(statement: StatementKind): string | null {
  return statement.account === '' ? (rememberedWallets()[keyOf(statement)] ?? null) : null
}

/** Remembers the wallet of a statement that names no account. The oldest one is dropped above the limit. */
export function rememberWallet(statement: StatementKind, walletId: string): void {
  if (statement.account !== '') return
  const key = keyOf(statement)
  const { [key]: _, ...others } = rememberedWallets()
  const kept = [...Object.entries(others), [key, walletId] as const].slice(-MOST_KINDS)
  write('local', storageKeys.statementWallets, JSON.stringify(Object.fromEntries(kept)))
}

function rememberedWallets(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(read('local', storageKeys.statementWallets) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

function keyOf({ bank, isCard }: StatementKind): string {
  return `${isCard ? 'card' : 'account'} ${bank ?? ''}`
}
