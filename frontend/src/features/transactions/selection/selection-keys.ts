/** What a key does in a list with ticks. */
export type SelectionKey = 'tick' | 'range' | 'down' | 'up' | 'extendDown' | 'extendUp' | 'edit' | 'confirm' | 'delete' | 'all' | 'release'

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const singleKeys: Readonly<Record<string, SelectionKey>> = {
  x: 'tick',
  j: 'down',
  k: 'up',
  e: 'edit',
  c: 'confirm',
  '#': 'delete',
}
const withShift: Readonly<Record<string, SelectionKey>> = {
  x: 'range',
  j: 'extendDown',
  k: 'extendUp',
  arrowdown: 'extendDown',
  arrowup: 'extendUp',
  '#': 'delete',
}

/** @param hasSingleKeys whether the person allows keys without Ctrl; Ctrl A and Escape always work */
export function selectionKeyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey, hasSingleKeys: boolean): SelectionKey | null {
  const lower = key.toLowerCase()
  if (altKey) return null
  if (ctrlKey || metaKey) return lower === 'a' && !shiftKey ? 'all' : null
  if (lower === 'escape') return 'release'
  if (!hasSingleKeys) return null
  return (shiftKey ? withShift[lower] : singleKeys[lower]) ?? null
}

/** The keys as shown in the list's head. */
export const shownKeys = [
  ['x', 'marca'],
  ['j k', 'andam'],
  ['Shift', 'estende'],
  ['e', 'edita'],
  ['c', 'confirma'],
  ['#', 'exclui'],
] as const
