import type { LineState } from '@prumo/shared/import-rules'
import { groupOrder, type CategoryOrigin, type ReviewLine } from './statement-review'
import type { ParsedStatement } from './parsed-statement'

export type ReviewGroup = LineState | 'unread'

/** An item of the list. */
export type ReviewItem =
  | { kind: 'head'; group: ReviewGroup; count: number; lines: readonly ReviewLine[] }
  | { kind: 'line'; line: ReviewLine }
  | { kind: 'unread'; line: number; text: string; reason: string }

interface ReviewItemOptions {
  /** Shows the lines that were imported before. */
  isUnfolded: boolean
  /** Puts unread lines first, because one may hold the missing amount. */
  unreadFirst: boolean
}

/** The groups with their lines, newest date first. */
export function reviewItems(
  lines: readonly ReviewLine[],
  { unread }: Pick<ParsedStatement, 'unread'>,
  { isUnfolded, unreadFirst }: ReviewItemOptions,
): ReviewItem[] {
  const unreadItems: ReviewItem[] =
    unread.length === 0
      ? []
      : [
          { kind: 'head', group: 'unread', count: unread.length, lines: [] },
          ...unread.map((each): ReviewItem => ({ kind: 'unread', ...each })),
        ]
  const groups = groupOrder.flatMap((group): ReviewItem[] => {
    const own = lines.filter(({ state }) => state === group)
    if (own.length === 0) return []
    const shown =
      group === 'known' && !isUnfolded ? [] : own.toSorted((one, other) => other.date.localeCompare(one.date) || one.line - other.line)
    return [{ kind: 'head', group, count: own.length, lines: own }, ...shown.map((line): ReviewItem => ({ kind: 'line', line }))]
  })
  return unreadFirst ? [...unreadItems, ...groups] : [...groups, ...unreadItems]
}

export function reviewItemKey(item: ReviewItem | undefined): string {
  if (!item) return ''
  return item.kind === 'line' ? item.line.key : item.kind === 'head' ? item.group : `${item.kind} ${item.line}`
}

/** `84 novas`, `1 não entendida` */
export function countText(group: ReviewGroup, count: number): string {
  const [one, many] = groupCounts[group]
  return `${new Intl.NumberFormat('pt-BR').format(count)} ${count === 1 ? one : many}`
}

const groupCounts: Readonly<Record<ReviewGroup, readonly [one: string, many: string]>> = {
  new: ['nova', 'novas'],
  expected: ['já prevista', 'já previstas'],
  other_side: ['entre contas', 'entre contas'],
  similar: ['parecida', 'parecidas'],
  known: ['já importada', 'já importadas'],
  unread: ['não entendida', 'não entendidas'],
}

/**
 * `37 com categoria: 14 por regra, 18 como da última vez, 5 sugeridas. 1 sem.`
 * @param isShort without where the categories come from
 */
export function categoryCounts(lines: readonly Pick<ReviewLine, 'category' | 'categoryOrigin'>[], isShort: boolean): string {
  const plain = new Intl.NumberFormat('pt-BR')
  const filed = lines.filter(({ category }) => category !== null)
  const without = lines.length - filed.length
  if (filed.length === 0) return 'Ainda sem categoria.'
  const parts = (['rule', 'past', 'dictionary', 'hand'] as const).flatMap((origin) => {
    const count = filed.filter(({ categoryOrigin }) => categoryOrigin === origin).length
    return count === 0 ? [] : `${plain.format(count)} ${originCounts[origin][count === 1 ? 0 : 1]}`
  })
  const all = `${plain.format(filed.length)} com categoria`
  const rest = without === 0 ? '' : `${plain.format(without)} sem.`
  if (isShort || parts.length === 0) return rest === '' ? `${all}.` : `${all}, ${rest}`
  return [`${all}: ${parts.join(', ')}.`, rest].filter(Boolean).join(' ')
}

const originCounts: Readonly<Record<Exclude<CategoryOrigin, null>, readonly [one: string, many: string]>> = {
  rule: ['por regra', 'por regra'],
  past: ['como da última vez', 'como da última vez'],
  dictionary: ['sugerida', 'sugeridas'],
  hand: ['por você', 'por você'],
}

export const groupTitles: Readonly<Record<ReviewGroup, string>> = {
  new: 'Novas',
  expected: 'Já previstas',
  other_side: 'Entre contas',
  similar: 'Parecidas',
  known: 'Já importadas',
  unread: 'Não entendidas',
}
