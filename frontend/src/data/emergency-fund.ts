import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { EmergencyFund, EmergencyFundOrNone, FundMovement, MovementPage } from '@prumo/shared/emergency-fund'
import { centavosToReais } from '@prumo/shared/money'
import { centavosOf } from '../lib/centavos'
import { useAccount, useLine } from './account'
import { isUnsent } from './delivery'
import type { Item } from './command'
import { isBehind, lacks, mapped, NOTHING_YET, oldestOf, shownEntity, type Fresh } from './shown'
import { ALWAYS_ASKED_AGAIN } from './fund-answers'
import { usePaging, type Paging } from './paging'
import { askFund, askMovements } from './questions'
import { readingOf, useRead, type Read, type Reading } from './reads'

/** `GET /emergency-fund`; null before it is first configured or funded. */
export const theFund: Read<EmergencyFund | null> = {
  key: ['emergency-fund', 'one'],
  ask: async (account, signal) => {
    return mapped(await account.read<EmergencyFundOrNone>(...askFund, signal), ({ emergencyFund }) => emergencyFund)
  },
  isKept: true,
  staleTime: ALWAYS_ASKED_AGAIN,
}

/** The fund with this device's commands on it; null where there is none. `isTargetBehind`: its target waits for transactions. */
export function useFund(): Reading<EmergencyFund | null> & { isTargetBehind: boolean } {
  const reading = useRead(theFund, shownFund)
  const transactions = useLine('transaction')
  return { ...reading, isTargetBehind: isBehind(transactions, ['transaction'], reading.known) }
}

function shownFund(fresh: Fresh<EmergencyFund | null>, line: readonly Item[]): EmergencyFund | null {
  return shownEntity(fresh.data, line, fresh)
}

export type MovementList = Reading<readonly FundMovement[]> & Paging

const theMovements = ['emergency-fund', 'movements'] as const

/** `GET /emergency-fund/movements`, page after page, newest first, those that wait on top. */
export function useMovements(): MovementList {
  const account = useAccount()
  const line = useLine('emergency-fund')
  const query = useInfiniteQuery({
    queryKey: theMovements,
    queryFn: ({ pageParam, signal }) => account.read<MovementPage>(...askMovements(pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.nextCursor,
    meta: { isKept: true },
  })
  const { data: pages } = query
  const movements = useMemo(() => pages && shownMovements(pages.pages, line), [pages, line])
  return { ...readingOf(query, movements, pages && oldestOf(pages.pages)), ...usePaging(query, theMovements) }
}

/** The movements with those on top that the server had not answered yet; each carries its command's id until it has. */
export function shownMovements(pages: readonly Fresh<MovementPage>[], line: readonly Item[]): readonly FundMovement[] {
  const known = pages.flatMap(({ data }) => data.movements)
  const newest = pages[0] ?? NOTHING_YET
  const items = line.filter((item) => lacks(newest, item))
  let fund = (items[0]?.command.on ?? null) as EmergencyFund | null
  const fresh = items.flatMap((item) => {
    const before = centavosOf(fund?.currentAmount ?? 0)
    fund = shownEntity(fund, [item], newest)
    const balance = fund?.currentAmount ?? 0
    const moved = centavosOf(balance) - before
    return moved === 0 ? [] : [movementOf(item, moved, balance)]
  })
  return fresh.length === 0 ? known : [...fresh.toReversed(), ...known]
}

const movementKinds: Readonly<Record<string, FundMovement['kind']>> = { 'fund.deposit': 'deposit', 'fund.withdraw': 'withdrawal' }

function movementOf({ command }: Item, moved: number, balance: number): FundMovement {
  const kind = movementKinds[command.name] ?? 'adjustment'
  const amount = centavosToReais(kind === 'withdrawal' ? -moved : moved)
  const { description = null } = command.args as { description?: string | null }
  return { id: command.id, kind, amount, description, balance, at: command.at }
}

/** Whether a movement in the list is still this device's alone. */
export function isWaitingMovement(movement: FundMovement, line: readonly Item[]): boolean {
  return line.some((item) => item.command.id === movement.id && isUnsent(item))
}
