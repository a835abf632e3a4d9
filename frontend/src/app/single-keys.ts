import { sheetAddress } from '../features/transactions/sheet-address'
import { destinations } from './navigation'

/** What a key pressed alone asks for; `go` waits for the second key. */
export type SingleKeyIntent = { kind: 'new' } | { kind: 'search' } | { kind: 'help' } | { kind: 'go' } | { kind: 'visit'; path: string }

/** The meaning of a key, given whether `G` came just before it. */
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

/** True where a key is text, or already means something: a field, an open menu or dialog. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=menu], [role=listbox]') !== null)
  )
}

/** The form of what the screen is about, over what it shows; of a transaction where it is about nothing that is added. */
export function newItemAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const adds = destinations.find(({ path }) => path === pathname)?.adds
  if (!adds) return sheetAddress()
  const address = new URLSearchParams(search)
  address.set(adds.param, '1')
  return `${pathname}?${address}`
}
