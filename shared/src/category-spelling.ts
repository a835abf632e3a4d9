import { searchable } from './search.js'
import { transactionCategories, flowTypes, type FlowType } from './transaction-rules.js'

/** A category that transactions have, and how many. */
export interface CategoryCount {
  type: FlowType
  category: string
  count: number
}

/** The offered categories of each type, by the form in which they are compared. */
const listed = new Map(
  flowTypes.map((type) => [type, new Map(transactionCategories[type].map((category) => [searchable(category), category as string]))]),
)

/** Whether a category is an offered one whatever its spelling: those in use do not matter. @param type unknown for any */
export function isListedCategory(category: string, type?: FlowType): boolean {
  const form = searchable(category)
  return (type ? [type] : flowTypes).every((each) => listed.get(each)?.has(form))
}

/**
 * The spelling of a category that exists already, compared without case, accents and runs of spaces: an offered one, else one in
 * use, the same spelling before the most used. Without any, as typed.
 * @param used most used first
 * @param before the transaction's own category, which does not count if no other transaction has it
 */
export function spellCategory(typed: string, type: FlowType, used: readonly CategoryCount[] = [], before: string | null = null): string {
  const others = used.filter((each) => each.category !== before || each.type !== type || each.count > 1)
  return spellCategories([{ type, category: typed }], others)[0]?.category ?? typed
}

/**
 * Many rows with the spellings of their categories that exist already, in use or in an earlier row. Each text is compared once,
 * so that thousands of different categories cost no more than as many rows.
 * @param used most used first
 */
export function spellCategories<Row extends { type: FlowType; category: string | null }>(
  rows: readonly Row[],
  used: readonly CategoryCount[],
): Row[] {
  const spellings = new Set(used.map(({ type, category }) => `${type} ${category}`))
  const firstOfForm = new Map<string, string>()
  for (const { type, category } of used.toReversed()) firstOfForm.set(`${type} ${searchable(category)}`, category)
  return rows.map((row) => {
    const { type, category } = row
    if (category === null) return row
    const form = searchable(category)
    const name = `${type} ${form}`
    // A text of accents alone has no other spelling.
    const isSpelled = form === '' || spellings.has(`${type} ${category}`)
    const spelled = listed.get(type)?.get(form) ?? (isSpelled ? category : (firstOfForm.get(name) ?? category))
    if (!firstOfForm.has(name)) firstOfForm.set(name, spelled)
    return spelled === category ? row : { ...row, category: spelled }
  })
}
