import type { BusinessType } from './business.js'
import type { CalendarDate } from './calendar.js'
import { findDictionaryWord } from './category-dictionary.js'
import { alike, searchable } from './search.js'
import { cleanStatementName } from './statement-names.js'
import type { FlowType } from './transaction-rules.js'

/** Where a suggested category came from: the person's rule, their latest transaction of the same description, or the dictionary. */
export const suggestionSources = ['rule', 'past', 'dictionary'] as const
export type SuggestionSource = (typeof suggestionSources)[number]

export interface Suggestion {
  category: string
  /** What the rule calls the transaction; null leaves its description. */
  description: string | null
  source: SuggestionSource
  ruleId: string | null
}

/** What a category is suggested for: a line of a statement, or what a person typed. */
export interface DescribedFlow {
  description: string
  /** The bank's own text of a line. */
  statementText?: string | null
  type: FlowType
}

/** A rule as it is applied; timestamps in ISO 8601. */
export interface AppliedRule {
  id: string
  text: string
  /** Null for both. */
  type: FlowType | null
  category: string
  description: string | null
  createdAt: string
  updatedAt: string
}

/** A transaction whose category is remembered. */
export interface RememberedFlow extends DescribedFlow {
  /** Null where the person left it empty: then nothing is suggested either. */
  category: string | null
  date: CalendarDate
  /** When the person last gave it this category: recorded or corrected it. ISO 8601. */
  recordedAt: string
}

export interface SuggestionKnowledge {
  rules: readonly AppliedRule[]
  /** In any order; of one description the latest alone is needed. */
  past: readonly RememberedFlow[]
  /** Says whether sales are Vendas or Serviços while the past does not. */
  businessType?: BusinessType | null
}

/** Suggests the category of one line. To suggest those of many, prepare once with `prepareSuggestions`. */
export function suggestCategory(line: DescribedFlow, knowledge: SuggestionKnowledge): Suggestion | null {
  return prepareSuggestions(knowledge)(line)
}

/**
 * Indexes rules and past for many lines. Order: a rule; the latest transaction with the same description, which comes before a
 * rule where it was recorded after the rule with another category; the dictionary. So what a person corrected is not suggested
 * again for that description. A line costs at most one text search for each rule.
 */
export function prepareSuggestions(knowledge: SuggestionKnowledge): (line: DescribedFlow) => Suggestion | null {
  const rules = { income: rulesOf(knowledge.rules, 'income'), expense: rulesOf(knowledge.rules, 'expense') }
  const past = latestByDescription(knowledge.past)
  const sales = salesCategory(knowledge)

  return ({ description, statementText, type }) => {
    const bankText = statementText ?? description
    const name = cleanStatementName(bankText)
    const texts = [...new Set([description, name, bankText])]
    // A text never contains a line break once it is searchable, so that no rule matches across two of them.
    const searched = texts.map(searchable).join('\n')
    const rule = rules[type].find(({ form }) => searched.includes(form))?.rule
    const remembered = latestOf(texts.map((text) => past.get(pastKey(type, text))))
    if (rule && !(remembered && remembered.recordedAt > rule.updatedAt && remembered.category !== rule.category))
      return { category: rule.category, description: rule.description, source: 'rule', ruleId: rule.id }
    if (remembered) return remembered.category === null ? null : unruled(remembered.category, 'past')
    const word = findDictionaryWord([name, bankText], type)
    return word && unruled(word.category === 'Vendas' ? sales : word.category, 'dictionary')
  }
}

function unruled(category: string, source: SuggestionSource): Suggestion {
  return { category, description: null, source, ruleId: null }
}

/** The rules of a type, the longest text first, of equally long ones the newest. */
function rulesOf(rules: readonly AppliedRule[], type: FlowType): { rule: AppliedRule; form: string }[] {
  return rules
    .filter((rule) => rule.type === null || rule.type === type)
    .map((rule) => ({ rule, form: searchable(rule.text) }))
    .filter(({ form }) => form !== '')
    .sort(
      (one, other) =>
        other.form.length - one.form.length ||
        other.rule.createdAt.localeCompare(one.rule.createdAt) ||
        one.rule.id.localeCompare(other.rule.id),
    )
}

function pastKey(type: FlowType, text: string): string {
  return `${type} ${alike(text)}`
}

/** The latest transaction of each description and of each text of a bank. */
function latestByDescription(past: readonly RememberedFlow[]): Map<string, RememberedFlow> {
  const latest = new Map<string, RememberedFlow>()
  for (const flow of past)
    for (const text of new Set([flow.description, flow.statementText ?? flow.description])) {
      const key = pastKey(flow.type, text)
      latest.set(key, latestOf([latest.get(key), flow]) ?? flow)
    }
  return latest
}

/** The one of the latest date, of one date the one recorded last. */
function latestOf(flows: readonly (RememberedFlow | undefined)[]): RememberedFlow | undefined {
  return flows.reduce((latest, flow) => {
    if (!latest || !flow) return latest ?? flow
    const isLater = flow.date === latest.date ? flow.recordedAt > latest.recordedAt : flow.date > latest.date
    return isLater ? flow : latest
  }, undefined)
}

const SELLS_SERVICES: ReadonlySet<BusinessType> = new Set([
  'Serviços',
  'Beleza e Estética',
  'Saúde',
  'Educação',
  'Tecnologia',
  'Consultoria',
])

/** The category of what customers pay: the one that the person used more, else the one of their business. */
function salesCategory({ past, businessType }: SuggestionKnowledge): 'Vendas' | 'Serviços' {
  const used = (category: string) => past.filter((flow) => flow.type === 'income' && flow.category === category).length
  const [sales, services] = [used('Vendas'), used('Serviços')]
  if (sales !== services) return sales > services ? 'Vendas' : 'Serviços'
  return businessType && SELLS_SERVICES.has(businessType) ? 'Serviços' : 'Vendas'
}
