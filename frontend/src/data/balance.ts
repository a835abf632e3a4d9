import type { BalanceOrNone } from '@prumo/shared/balance'
import type { Balance } from './balance-commands'
import type { Item } from './command'
import { mapped, shownEntity, type Fresh } from './shown'
import { askBalance } from './questions'
import { useRead, type Read, type Reading } from './reads'

const theBalance: Read<Balance | null> = {
  key: ['balance', 'one'],
  ask: async (account, signal) =>
    mapped(await account.read<BalanceOrNone>(...askBalance, signal), ({ balance }) => balance && { id: account.id, ...balance }),
  isKept: true,
}

/** `GET /balance`: what was said last of what is in the bank, on this device too; null where nothing was. */
export function useBalance(): Reading<Balance | null> {
  return useRead(theBalance, shownBalance)
}

function shownBalance(fresh: Fresh<Balance | null>, line: readonly Item[]): Balance | null {
  return shownEntity(fresh.data, line, fresh)
}
