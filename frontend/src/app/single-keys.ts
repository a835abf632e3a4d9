import { sheetAddress } from '../features/transactions/sheet-address'
import { destinations } from './navigation'

/** The action of a single key; `go` waits for a second key. */
export type SingleKeyIntent = { kind: 'new' } | { kind: 'search' } | { kind: 'help' } | { kind: 'go' } | { kind: 'visit'; path: string }

/** The action of a key. @param afterGo whether `G` was pressed just before */
export function intentOf(key: string, afterGo: boolean): SingleKeyIntent | null {
  const lower = key.toLowerCase()
  if (afterGo) {
    const destination = destinations.find((candidate) => candidate.key === lower)
    return destination ? { kind: 'visit', path: destination.path } : null
  }
  if (lower === 'n') return { kind: 'new' }
  if (lower === '/') return { kind: 'search' }
  if (lower === '?') return { kind: 'help' }
  if (lower === 'g') return { kind: 'go' }
  return null
}

/** The address of the form for a new item of the present screen, or for a new transaction if the screen adds none. */
export function newItemAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const adds = destinations.find(({ path }) => path === pathname)?.adds
  if (!adds) return sheetAddress()
  const address = new URLSearchParams(search)
  address.set(adds.param, '1')
  return `${pathname}?${address}`
}
