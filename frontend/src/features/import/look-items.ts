import type { LineState } from '@prumo/shared/import-rules'
import { groupOrder, type LookedLine } from './looking'
import type { ToldStatement } from './told-file'

export type GroupName = LineState | 'unread'

/** What the list is made of, one below the other. */
export type LookItem =
  | { kind: 'head'; group: GroupName; count: number; lines: readonly LookedLine[] }
  | { kind: 'line'; line: LookedLine }
  | { kind: 'unread'; line: number; text: string; reason: string }

interface Shown {
  /** What was accepted before is shown, too. */
  isUnfolded: boolean
  /** What was not understood may be what is missing. */
  unreadFirst: boolean
}

/** The groups with their lines, newest day first. */
export function lookItems(
  lines: readonly LookedLine[],
  { unread }: Pick<ToldStatement, 'unread'>,
  { isUnfolded, unreadFirst }: Shown,
): LookItem[] {
  const notUnderstood: LookItem[] =
    unread.length === 0
      ? []
      : [
          { kind: 'head', group: 'unread', count: unread.length, lines: [] },
          ...unread.map((each): LookItem => ({ kind: 'unread', ...each })),
        ]
  const groups = groupOrder.flatMap((group): LookItem[] => {
    const own = lines.filter(({ state }) => state === group)
    if (own.length === 0) return []
    const shown =
      group === 'known' && !isUnfolded ? [] : own.toSorted((one, other) => other.date.localeCompare(one.date) || one.line - other.line)
    return [{ kind: 'head', group, count: own.length, lines: own }, ...shown.map((line): LookItem => ({ kind: 'line', line }))]
  })
  return unreadFirst ? [...notUnderstood, ...groups] : [...groups, ...notUnderstood]
}

export function itemKey(item: LookItem | undefined): string {
  if (!item) return ''
  return item.kind === 'line' ? item.line.key : item.kind === 'head' ? item.group : `${item.kind} ${item.line}`
}

/** `84 novas`, `1 não entendida` */
export function countWords(group: GroupName, count: number): string {
  const [one, many] = counted[group]
  return `${new Intl.NumberFormat('pt-BR').format(count)} ${count === 1 ? one : many}`
}

const counted: Readonly<Record<GroupName, readonly [one: string, many: string]>> = {
  new: ['nova', 'novas'],
  expected: ['já prevista', 'já previstas'],
  similar: ['parecida', 'parecidas'],
  known: ['já importada', 'já importadas'],
  unread: ['não entendida', 'não entendidas'],
}

export const groupTitles: Readonly<Record<GroupName, string>> = {
  new: 'Novas',
  expected: 'Já previstas',
  similar: 'Parecidas',
  known: 'Já importadas',
  unread: 'Não entendidas',
}
