import { paysBill } from './bill-payments'
import { descriptionOf, plainText, type StatedBalance, type Statement, type ReadLine, type UnreadLine } from './statement'
import { ofxDate, signedCentavos } from './written-values'

/** Whether a text is OFX, 1 (SGML) or 2 (XML). */
export function isOfx(text: string): boolean {
  return /<OFX>|OFXHEADER|<STMTTRN>/i.test(text)
}

/**
 * The statements of an OFX file. It is scanned for blocks of entries and not parsed: in the files of banks leaves stay
 * open, `&` stands bare, and a list may end with the file.
 */
export function readOfx(text: string): Statement[] {
  const starts = [...text.matchAll(/<(CC)?STMTRS>/gi)]
  const organisation = leaf(text, 'ORG')
  return starts.map((start, index) => {
    const from = start.index
    const until = starts[index + 1]?.index ?? text.length
    return readStatement(text.slice(from, until), {
      card: start[1] !== undefined,
      organisation,
      firstLine: lineEnds(text.slice(0, from)) + 1,
    })
  })
}

interface Place {
  card: boolean
  organisation: string
  /** The line in the file on which the statement begins, from 1. */
  firstLine: number
}

function readStatement(text: string, { card, organisation, firstLine }: Place): Statement {
  const unread: UnreadLine[] = []
  const understood: ({ line: number } & Posted)[] = []
  for (const { line: within, text: block, closed } of blocksOf(text)) {
    const line = firstLine + within
    const read = closed ? readEntry(block) : 'cortada no fim do arquivo'
    if (typeof read === 'string') unread.push({ line, text: block.replaceAll(/\s+/g, ' ').trim(), reason: read })
    else understood.push({ line, ...read })
  }
  const flips = card && spendsWithPlus(understood)
  const lines = understood.map(({ line, entry }): ReadLine => {
    const centavos = flips ? -entry.centavos : entry.centavos
    return { line, ...entry, centavos, paysBill: paysBill(entry.description, centavos, card) }
  })
  const number = [leaf(text, 'BANKID') || organisation, leaf(text, 'ACCTID')].filter(Boolean).join(' ')
  return {
    format: 'ofx',
    bank: organisation || null,
    account: number,
    accountNumber: number || null,
    lines,
    unread,
    otherPart: [],
    opening: null,
    closing: card ? null : closingOf(text),
  }
}

/**
 * The blocks of entries, each with its line, from 0. One is closed by its own end, or where the next entry or the end of the list
 * begins.
 */
function* blocksOf(text: string): Generator<{ line: number; text: string; closed: boolean }> {
  const ends = /<\/STMTTRN>|<STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>/gi
  let [line, counted] = [0, 0]
  for (const start of text.matchAll(/<STMTTRN>/gi)) {
    line += lineEnds(text.slice(counted, start.index))
    counted = start.index
    const begins = start.index + start[0].length
    ends.lastIndex = begins
    const end = ends.exec(text)
    yield { line, text: text.slice(begins, end?.index ?? text.length), closed: end !== null }
  }
}

/** An entry of a block, with the type that its bank gives it. */
interface Posted {
  entry: Omit<ReadLine, 'line' | 'paysBill'>
  type: string
}

/** The entry of a block, or why it is not understood. */
function readEntry(block: string): Posted | string {
  const [posted, amount] = [leaf(block, 'DTPOSTED'), leaf(block, 'TRNAMT')]
  const date = ofxDate(posted)
  if (!date) return posted === '' ? 'sem data' : 'data não entendida'
  const centavos = signedCentavos(amount, 'either')
  if (centavos === null) return amount === '' ? 'sem valor' : 'valor não entendido'
  if (centavos === 0) return 'valor zero'
  const memo = memoOf(leaf(block, 'NAME'), leaf(block, 'MEMO'))
  return {
    entry: { date, centavos, description: descriptionOf(memo), memo, identifier: leaf(block, 'FITID') },
    type: leaf(block, 'TRNTYPE').toUpperCase(),
  }
}

/** What both fields say, once. */
function memoOf(name: string, memo: string): string {
  if (memo === '' || plainText(name).includes(plainText(memo))) return name
  return plainText(memo).includes(plainText(name)) ? memo : `${name} ${memo}`
}

/**
 * Whether a card's file writes purchases with a plus. Its types say it, where there are both; else the greater number,
 * because most lines of a card are purchases.
 */
function spendsWithPlus(posted: readonly Posted[]): boolean {
  const debits = posted.filter(({ type }) => type === 'DEBIT' || type === 'PAYMENT' || type === 'POS')
  const telling = debits.length > 0 && debits.length < posted.length ? debits : posted
  const spent = telling.filter(({ entry }) => !COMES_BACK.test(plainText(entry.description)))
  const plus = spent.filter(({ entry }) => entry.centavos > 0).length
  return plus > spent.length - plus
}

/** Words of a card's lines that are no purchases. */
const COMES_BACK = /\b(pagamento|pagto|pgto|estorno|reembolso|devolucao|credito)\b/

function closingOf(text: string): StatedBalance | null {
  const [, block] = /<LEDGERBAL>([\s\S]*?)(?:<\/LEDGERBAL>|<AVAILBAL>|$)/i.exec(text) ?? []
  if (block === undefined) return null
  const centavos = signedCentavos(leaf(block, 'BALAMT'), 'either')
  const date = ofxDate(leaf(block, 'DTASOF')) ?? ofxDate(leaf(text, 'DTEND'))
  return centavos === null || date === null ? null : { date, centavos }
}

/** The text of a leaf, closed or not; empty where there is none. */
export function leaf(text: string, tag: string): string {
  return unescaped(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(text)?.[1] ?? '').trim()
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, (_, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (ENTITIES[name as string] as string),
  )
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1
}
