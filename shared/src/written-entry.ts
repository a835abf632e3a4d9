import type { CalendarDate } from './calendar.js'
import type { Centavos } from './money.js'
import { alike, searchable } from './search.js'
import { normaliseText } from './text-form.js'
import { flowTypes, transactionCategories, type FlowType, type TransactionType } from './transaction-rules.js'
import { hideNumbers, readAmounts } from './written-amounts.js'
import { readDates, readRepeat, WEEKDAYS, type RepeatReading, type WrittenRepeat, type WrittenTense } from './written-dates.js'
import { READ, wholeWords, EntryLine, type TextSpan, type WrittenPart, type WrittenPartKind } from './written-line.js'
import { readTransfer, readWallet, type TransferReading, type WalletOrigin, type WritableWallet } from './written-wallets.js'

/**
 * Reads a transaction from one written line, such as `mercado 45,90 ontem`. What is ambiguous is asked, never guessed. The order of
 * the readers matters: each one sees what the earlier ones left, and the rest is the description.
 */

/** A longer line is a description as a whole, so that the time of one reading is bounded. */
export const MAX_WRITTEN_LINE = 250

export interface RememberedEntry {
  description: string
  type: FlowType
  category: string | null
  /** Centavos. */
  amount: number
  walletId: string | null
  lastDate?: CalendarDate
}

/** A category for a description: by a rule of the person, the latest transaction of that description, or the dictionary. */
export interface EntrySuggestion {
  category: string
  source: 'rule' | 'past' | 'dictionary'
  ruleId?: string | null
  /** The description that a rule gives. */
  description?: string | null
}

/** What a line is read with. The lists are compared by identity to keep their index: pass the same ones at each key. */
export interface EntryKnowledge {
  today: CalendarDate
  /** The most used first. */
  descriptions: readonly RememberedEntry[]
  /** Categories in use; the offered ones are known anyway. */
  categories: readonly { type: FlowType; category: string }[]
  /** Without archived ones. */
  wallets: readonly WritableWallet[]
  suggest: (description: string, type: FlowType) => EntrySuggestion | null
}

/** Answers to questions. They hold for a line while it has that reading. */
export interface EntryChoices {
  /** Centavos; null: no number of the line is the amount. */
  amount?: Centavos | null
  /** Null: no part of the line is the date, which is today. */
  date?: CalendarDate | null
  type?: FlowType
  category?: string
  /** Null: the words belong to the description. */
  walletId?: string | null
  toWalletId?: string
}
export type AskedField = keyof EntryChoices

export interface EntryDraft {
  /** Null while it is asked, like the other fields. */
  type: TransactionType | null
  /** As the field of the form would hold it; the contract's limit of its length is not applied. */
  description: string
  amount: Centavos | null
  date: CalendarDate | null
  isScheduled: boolean
  repeat: WrittenRepeat | null
  category: string | null
  /** Null where the line names none and none is remembered. */
  walletId: string | null
  toWalletId: string | null
  typeOrigin: 'written' | 'category' | 'past' | 'default'
  walletOrigin: WalletOrigin | 'past' | null
  toWalletOrigin: WalletOrigin | null
  /** Where the category comes from, unless it was written. */
  suggestion: EntrySuggestion | null
  /** The remembered transaction of this description. */
  remembered: RememberedEntry | null
}

/** One of the readings of an ambiguous part: the choice that takes it, and the draft as it would be. */
export interface EntryAlternative {
  choices: EntryChoices
  draft: EntryDraft
}

export interface EntryQuestion {
  field: AskedField
  alternatives: EntryAlternative[]
}

export interface WrittenEntry {
  draft: EntryDraft
  /** By positions in the text, in order. */
  parts: WrittenPart[]
  /** One for each ambiguous field. */
  questions: EntryQuestion[]
}

interface AskedValues {
  field: AskedField
  values: readonly (string | number | null)[]
}

/** Alternatives of one question; further ones are left to the form. */
const MAX_ALTERNATIVES = 6

/** Reads a line. Pure: the same line, knowledge and choices give the same entry. */
export function readWrittenEntry(text: string, knowledge: EntryKnowledge, choices: EntryChoices = {}): WrittenEntry {
  const { asked, ...entry } = interpret(text, knowledge, choices)
  const questions = asked.map(({ field, values }) => ({
    field,
    alternatives: values.slice(0, MAX_ALTERNATIVES).map((value) => {
      const withAnswer: EntryChoices = { ...choices, [field]: value }
      return { choices: withAnswer, draft: interpret(text, knowledge, withAnswer).draft }
    }),
  }))
  return { ...entry, questions }
}

const TO_COME = '(?:vou |vamos |tenho (?:que|de) |preciso )?(?:a )?'
const INCOME = 'recebi|recebemos|recebid[oa]|entrou|entraram|caiu|vendi|vendemos|ganhei|ganhamos|faturei|me (?:pagou|pagaram)'
const EXPENSE = 'paguei|pagamos|gastei|gastamos|comprei|compramos|saiu|sairam'
const COMING = 'vence|vencem|vencendo|vencer|vencera|vencimento|venc|agendar|agendad[oa]|agenda'
/** `pra sábado`, `até dia 30`. */
const UNTIL = `(?:ate|para|pra|pro|p/)(?= (?:[oa] |proxim[oa] )?(?:dia \\d|\\d{1,2}/\\d|hoje|amanha|${WEEKDAYS.join('|')}))[^ ]*`

/** Words that say the type or the tense, and are no part of the description. `pagou` may be the person or another one. */
const VERBS: readonly { pattern: RegExp; kind: 'type' | 'later'; types: readonly FlowType[] }[] = [
  { pattern: wholeWords(`${TO_COME}receber`), kind: 'later', types: ['income'] },
  { pattern: wholeWords(`${TO_COME}pagar`), kind: 'later', types: ['expense'] },
  { pattern: wholeWords(`${COMING}|${UNTIL}`), kind: 'later', types: [] },
  { pattern: wholeWords(INCOME), kind: 'type', types: ['income'] },
  { pattern: wholeWords(EXPENSE), kind: 'type', types: ['expense'] },
  { pattern: wholeWords('(?<!me )(?:pagou|pagaram)'), kind: 'type', types: flowTypes },
]
/** Says the type, and stays in the description: `Venda de bolo`. */
const SALE = new RegExp(`^[ ${READ}]*vendas?(?= |$)`, 'g')
/** `pix de 50 do João`: the first word behind the amount says the direction. */
const PAYMENT = wholeWords(
  '(?:(?:fiz|mandei|enviei|um|uma) )*(?:pix|ted|doc|transferencia|transferi|transferir|mandei|enviei)(?: (?:recebid[oa]|enviad[oa]))?' +
    `(?=(?:(?: de| no valor de)?(?: ${READ}+)+)? (de|da|do|das|dos|para|pra|pro|pras|pros|p/|ao) [^ ${READ}])`,
)
const CATEGORY = wholeWords('#[^ ,;:!?#]*')

/** One reading of a line: what its steps share. */
interface EntryReading {
  line: EntryLine
  knowledge: EntryKnowledge
  asked: AskedValues[]
  /** The chosen value or the only one; undefined without any, and while several are asked. */
  decide: <Value extends string | number | null>(field: AskedField, values: readonly Value[]) => Value | undefined
}

function interpret(text: string, knowledge: EntryKnowledge, choices: EntryChoices) {
  const line = new EntryLine(text.length <= MAX_WRITTEN_LINE ? text : '')
  const asked: AskedValues[] = []
  const decide: EntryReading['decide'] = (field, values) => {
    const choice = choices[field] as (typeof values)[number] | undefined
    if (choice !== undefined && values.includes(choice)) return choice
    if (values.length > 1) asked.push({ field, values })
    return values.length > 1 ? undefined : values[0]
  }
  const reading: EntryReading = { line, knowledge, asked, decide }

  const tag = line.find(CATEGORY)
  if (tag) line.claim('category', spanOf(tag))
  hideNumbers(line)
  const verbs = VERBS.flatMap((verb) => line.findAll(verb.pattern).map((match) => ({ ...verb, span: spanOf(match) })))
  const isLater = verbs.some(({ kind }) => kind === 'later')
  const when = readWhen(reading, isLater ? 'ahead' : verbs.some(({ types }) => types.length === 1) ? 'past' : null)
  for (const { kind, span } of verbs) line.claim(kind, span)
  const amount = readAmount(reading, when.repetition)
  const types = new Set(verbs.flatMap((verb) => verb.types))
  const transfer = types.has('income') ? null : readTransfer(line, knowledge.wallets, types.has('expense'))

  const draft: EntryDraft = {
    ...(transfer ? readSides(reading, transfer) : readFlow(reading, types, tag && spanOf(tag))),
    amount,
    // A transfer does not repeat: its words return to the description, and their day with them.
    date: transfer && when.isOfRepeat ? knowledge.today : when.date,
    isScheduled: isLater || (when.date !== null && when.date > knowledge.today && !(transfer && when.isOfRepeat)),
    repeat: transfer ? null : (when.repetition?.repeat ?? null),
  }
  if (text.length > MAX_WRITTEN_LINE) draft.description = normaliseText(text)
  return { draft, parts: line.partsInText(), asked }
}

/** The date and the repetition; the date is null while it is asked. */
function readWhen({ line, knowledge: { today }, decide }: EntryReading, tense: WrittenTense) {
  const repetition = readRepeat(line, today, tense)
  if (repetition) line.claim('repeat', repetition)
  const found = readDates(line, today, tense ?? (repetition?.repeat.kind === 'recurring' ? 'ahead' : null))
  const values = [...new Set(found.flatMap(({ dates }) => dates))].sort()
  const isDoubtful = found.length > 0 && found.every((each) => each.isDoubtful)
  const decided = found.length > 0 ? decide('date', isDoubtful ? [...values, null] : values) : null
  for (const each of found) {
    if (decided === undefined || (decided !== null && each.dates.includes(decided))) line.claim('date', each, decided === undefined)
  }
  const date = decided === null ? (repetition?.dates[0] ?? today) : decided
  return { date: date ?? null, repetition, isOfRepeat: decided === null && (repetition?.dates.length ?? 0) > 0 }
}

function readAmount({ line, knowledge, decide }: EntryReading, repetition: RepeatReading | null): Centavos | null {
  const instalments = repetition?.repeat.kind === 'instalments' ? { ...repetition, count: repetition.repeat.count } : null
  const { candidates, values } = readAmounts(line, knowledge.today, instalments, memoryOf(knowledge.descriptions).numbered)
  const amount = decide('amount', values)
  if (amount === undefined) for (const each of candidates) line.claim('amount', each, true)
  const chosen = candidates.filter((each) => amount !== undefined && each.values.includes(amount as number))
  // `3600 em 10x de 360` says the amount twice; of two equal numbers the last one is the amount.
  for (const each of instalments ? chosen : chosen.slice(-1)) line.claim('amount', each)
  return amount ?? null
}

/** What the words of a draft say, without its amount and its time. */
type DraftSubject = Omit<EntryDraft, 'amount' | 'date' | 'isScheduled' | 'repeat'>

/** A transfer: its two wallets, and a description that names them unless one is written. */
function readSides({ line, knowledge: { wallets }, decide }: EntryReading, { from, to, words }: TransferReading): DraftSubject {
  line.release(['repeat', 'category'])
  const [walletId, toWalletId] = [decide('walletId', from.ids), decide('toWalletId', to.ids)]
  const isAsked = (walletId === undefined && from.ids.length > 1) || (toWalletId === undefined && to.ids.length > 1)
  for (const part of line.parts) if (part.kind === 'type') part.kind = 'transfer'
  for (const word of words) line.claim('transfer', word, isAsked)
  if (from.span) line.claim('wallet', from.span, from.ids.length > 1 && walletId === undefined)
  if (to.span) line.claim('toWallet', to.span, to.ids.length > 1 && toWalletId === undefined)
  const nameOf = (id: string | undefined) => wallets.find((wallet) => wallet.id === id)?.name
  const [source, target] = [nameOf(walletId), nameOf(toWalletId)]
  return {
    type: 'transfer',
    description: describe(line) || (source && target ? `${source} → ${target}` : ''),
    category: null,
    walletId: walletId ?? null,
    toWalletId: toWalletId ?? null,
    typeOrigin: 'written',
    walletOrigin: walletId ? from.origin : null,
    toWalletOrigin: toWalletId ? to.origin : null,
    suggestion: null,
    remembered: null,
  }
}

/** An income or an expense: its wallet, type, description and category. */
function readFlow({ line, knowledge, decide }: EntryReading, types: Set<FlowType>, tag: TextSpan | null): DraftSubject {
  const named = readWallet(line, knowledge.wallets)
  const namedId = named ? decide('walletId', named.ids) : null
  if (named && namedId !== null) line.claim('wallet', named, namedId === undefined)
  for (const match of line.findAll(PAYMENT)) {
    const type = match[1]?.startsWith('d') ? 'income' : 'expense'
    if (types.size > 0 && !types.has(type)) continue
    types.add(type)
    line.claim('type', spanOf(match))
  }
  if (types.size === 0 && line.find(SALE)) types.add('income')

  const description = describe(line)
  const past = memoryOf(knowledge.descriptions).entries.get(alike(description))
  const tagged = tag ? line.written(tag).slice(1) : ''
  const matching = tag ? categoriesOf(tagged, knowledge.categories, types) : []
  const ofTag = [...new Set(matching.map((each) => each.type))]
  const isOfTag = types.size === 0 && ofTag.length === 1
  const type = types.size > 0 ? decide('type', [...types].sort()) : isOfTag ? ofTag[0] : (past?.[0]?.type ?? 'expense')
  if (type === undefined) markAmbiguous(line, 'type')

  const names = [...new Set(matching.filter((each) => type === undefined || each.type === type).map(({ category }) => category))]
  const category = names.length > 0 ? decide('category', names) : capitalise(normaliseText(tagged))
  if (category === undefined) markAmbiguous(line, 'category')
  const suggestion = tagged !== '' || type === undefined || description === '' ? null : knowledge.suggest(description, type)
  const remembered = past?.find((each) => each.type === type) ?? null
  const isSame = remembered !== null && searchable(remembered.description) === searchable(description)
  const { wallets } = knowledge
  const pastWallet = !named && wallets.length > 1 ? wallets.find(({ id }) => id === remembered?.walletId) : undefined
  return {
    type: type ?? null,
    description: suggestion?.description ?? (isSame ? remembered.description : description),
    category: (tagged === '' ? suggestion?.category : category) ?? null,
    walletId: namedId ?? pastWallet?.id ?? null,
    toWalletId: null,
    typeOrigin: types.size > 0 ? 'written' : isOfTag ? 'category' : past ? 'past' : 'default',
    walletOrigin: namedId ? 'written' : pastWallet ? 'past' : null,
    toWalletOrigin: null,
    suggestion,
    remembered,
  }
}

function spanOf({ 0: matched, index }: RegExpExecArray): TextSpan {
  return { start: index, end: index + matched.length }
}

function markAmbiguous(line: EntryLine, kind: WrittenPartKind): void {
  for (const part of line.parts) if (part.kind === kind) part.isAmbiguous = true
}

/** Claims what remains, and returns it as the field of a form holds it. */
function describe(line: EntryLine): string {
  const spans = line.remainder()
  const text = spans.map((span) => line.written(span).trim()).join(' ')
  for (const span of spans) line.claim('description', span)
  return capitalise(normaliseText(text).replace(/\s+/g, ' '))
}

/** With a capital, unless the first word has one inside, such as iFood. */
function capitalise(text: string): string {
  const [first = ''] = text
  const capital = first.toLocaleUpperCase('pt-BR')
  const word = /^\S*/.exec(text)?.[0] ?? ''
  return word === word.toLocaleLowerCase('pt-BR') && capital.length === first.length ? capital + text.slice(first.length) : text
}

/** Categories of these types, of all without any: those of this name, else those that begin with it. */
function categoriesOf(written: string, used: EntryKnowledge['categories'], types: ReadonlySet<FlowType>) {
  const name = searchable(written)
  const offered = flowTypes.flatMap((type) => transactionCategories[type].map((category) => ({ type, category })))
  const known = [...offered, ...used].filter(({ type }) => types.size === 0 || types.has(type))
  const beginning = name === '' ? [] : known.filter(({ category }) => searchable(category).startsWith(name))
  const exact = beginning.filter(({ category }) => searchable(category) === name)
  return exact.length > 0 ? exact : beginning
}

interface EntryMemory {
  /** By the form in which descriptions are compared. */
  entries: ReadonlyMap<string, readonly RememberedEntry[]>
  /** Descriptions with a number that could be read as an amount, folded. */
  numbered: readonly string[]
}
const memories = new WeakMap<EntryKnowledge['descriptions'], EntryMemory>()

/** The index of a list of descriptions, made once a list. */
function memoryOf(descriptions: EntryKnowledge['descriptions']): EntryMemory {
  const known = memories.get(descriptions)
  if (known) return known
  const entries = new Map<string, RememberedEntry[]>()
  for (const each of descriptions) {
    const key = alike(each.description)
    if (key !== '') entries.set(key, [...(entries.get(key) ?? []), each])
  }
  const numbered = descriptions.map(({ description }) => searchable(description)).filter((text) => /(?<![^ ])\d{1,7}(?![^ ])/.test(text))
  const memory = { entries, numbered }
  memories.set(descriptions, memory)
  return memory
}
