import { ofxTags, type OfxTag } from './ofx-leaves'

/** Leaves by name; the first of each. */
export type Leaves = Map<string, string>

/** An entry as written in the file. */
export class OfxBlock {
  /** @param line the first line of the entry in the file, from 1 @param isClosed false when the end of the file cut the entry */
  constructor(
    readonly line: number,
    readonly leaves: Leaves,
    readonly isClosed: boolean,
    readonly source: string,
  ) {}

  /** The source on one line, computed on demand: only unread entries and balances show it. */
  get text(): string {
    return this.source.replaceAll(/\s+/g, ' ').trim()
  }
}

/** A statement as written in the file. */
export interface OfxStatement {
  isCard: boolean
  /** The leaves outside of entries and balances. */
  leaves: Leaves
  /** The end dates of its lists. */
  ends: string[]
  /** The balance stated by the bank. */
  ledger: Leaves
  blocks: OfxBlock[]
}

const ENDS_ENTRY = new Set(['STMTTRN', 'BANKTRANLIST', 'LEDGERBAL', 'AVAILBAL', 'STMTRS', 'CCSTMTRS'])
const BALANCES = new Set(['LEDGERBAL', 'AVAILBAL', 'BAL'])

/** Groups the leaves of an OFX text by statement and entry, in one pass. */
export class OfxScan {
  readonly statements: OfxStatement[] = []
  /** The name of the bank in the file; empty without one. */
  organisation = ''
  #statement: OfxStatement | null = null
  #entry: { begins: number; leaves: Leaves } | null = null
  #balance: Leaves | null = null
  #line = 1
  #nextEnd: number

  constructor(readonly text: string) {
    this.#nextEnd = text.indexOf('\n')
    for (const tag of ofxTags(text)) this.#add(tag)
    this.#closeEntry(text.length, false)
  }

  #add({ name, isEnd, text, from }: OfxTag): void {
    if (ENDS_ENTRY.has(name)) this.#closeEntry(from, true)
    if (name === 'STMTRS' || name === 'CCSTMTRS') {
      this.#balance = null
      this.#statement = isEnd ? null : this.#open(name === 'CCSTMTRS')
    } else if (name === 'STMTTRN') {
      if (!isEnd) this.#beginEntry(from)
    } else if (BALANCES.has(name)) {
      const stated = name === 'LEDGERBAL' ? this.#statement?.ledger : undefined
      this.#balance = isEnd ? null : (stated ?? new Map())
    } else if (!isEnd) this.#addLeaf(name, text)
  }

  #addLeaf(name: string, text: string): void {
    if (name === 'ORG') this.organisation ||= text
    if (name === 'DTEND') this.#statement?.ends.push(text)
    const into = this.#entry?.leaves ?? this.#balance ?? this.#statement?.leaves
    if (into && !into.has(name)) into.set(name, text)
  }

  #open(isCard: boolean): OfxStatement {
    const statement: OfxStatement = { isCard, leaves: new Map(), ends: [], ledger: new Map(), blocks: [] }
    this.statements.push(statement)
    return statement
  }

  #beginEntry(from: number): void {
    this.#statement ??= this.#open(false)
    this.#balance = null
    this.#entry = { begins: from + '<STMTTRN>'.length, leaves: new Map() }
  }

  #closeEntry(until: number, isClosed: boolean): void {
    if (!this.#entry || !this.#statement) return
    const { begins, leaves } = this.#entry
    this.#statement.blocks.push(new OfxBlock(this.#lineAt(begins), leaves, isClosed, this.text.slice(begins, until)))
    this.#entry = null
  }

  /** The line of a position. Positions only grow, so that each line is counted once. */
  #lineAt(position: number): number {
    while (this.#nextEnd >= 0 && this.#nextEnd < position) {
      this.#line++
      this.#nextEnd = this.text.indexOf('\n', this.#nextEnd + 1)
    }
    return this.#line
  }
}
