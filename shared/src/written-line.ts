/** A line as its readers see it: compared without case and accents, with what each reader understood marked in it. */

export type WrittenPartKind =
  'description' | 'amount' | 'date' | 'type' | 'later' | 'repeat' | 'category' | 'wallet' | 'toWallet' | 'transfer'

/** A stretch of a text: UTF-16 positions, the end excluded. */
export interface TextSpan {
  start: number
  end: number
}

/** A part of the line that was understood; of an ambiguous one the question names the readings. Parts do not overlap. */
export interface WrittenPart extends TextSpan {
  kind: WrittenPartKind
  isAmbiguous: boolean
}

/** A word that no reader understood, without punctuation at its ends. */
export interface FreeWord extends TextSpan {
  word: string
}

/** Words that join the parts of a sentence. They end no description. */
const CONNECTING = new Set(
  (
    'a o as os um uma uns umas e de da do das dos em no na nos nas ao aos para pra pro pras pros p/ por pelo pela pelos pelas com ' +
    'valor desde ate partir foi deu custou ficou - – — -> → = : | / + , . ; ! ?'
  ).split(' '),
)

/** Stands for each character of a part that was read, and of a number that is no amount and no date. */
export const READ = '\u0001'
const HIDDEN = '\u0002'
const FREE_WORDS = new RegExp(`[^ ${READ}]+`, 'g')
const FREE_STRETCHES = new RegExp(`[^${READ}]+`, 'g')

/** A pattern of whole words. The punctuation after a word does not belong to it. */
export function wholeWords(source: string): RegExp {
  return new RegExp(`(?<![^ (])(?:${source})(?=[,.;:!?)]*(?: |$))`, 'g')
}

export function isConnecting(word: string): boolean {
  return CONNECTING.has(word)
}

export class EntryLine {
  /** The text without case, accents, invisible characters and runs of blanks. */
  readonly folded: string
  /** The same, with what was read or hidden replaced. */
  rest: string
  parts: WrittenPart[] = []
  /** The position in the text of each character of the folded one, and its length. */
  private readonly positions: number[]

  constructor(readonly text: string) {
    const positions: number[] = []
    let folded = ''
    let position = 0
    for (const character of text) {
      const form = foldCharacter(character)
      // Runs of blanks become one, and a blank at the start none.
      if (form !== ' ' || (folded !== '' && !folded.endsWith(' '))) {
        for (let unit = 0; unit < form.length; unit++) positions.push(position)
        folded += form
      }
      position += character.length
    }
    this.positions = [...positions, text.length]
    this.folded = folded
    this.rest = folded
  }

  find(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = 0
    return pattern.exec(this.rest)
  }

  findAll(pattern: RegExp): RegExpExecArray[] {
    return [...this.rest.matchAll(pattern)]
  }

  /** Marks a stretch of the folded text as a part. */
  claim(kind: WrittenPartKind, { start, end }: TextSpan, isAmbiguous = false): void {
    this.parts.push({ kind, start, end, isAmbiguous })
    this.replace(start, end, READ)
  }

  /** Keeps a stretch from being read as an amount or a date: it belongs to the description. */
  hide(start: number, end: number): void {
    this.replace(start, end, HIDDEN)
  }

  /** Returns parts to the description. */
  release(kinds: readonly WrittenPartKind[]): void {
    const released = this.parts.filter(({ kind }) => kinds.includes(kind))
    this.parts = this.parts.filter(({ kind }) => !kinds.includes(kind))
    for (const { start, end } of released) this.rest = this.rest.slice(0, start) + this.folded.slice(start, end) + this.rest.slice(end)
  }

  /** Words that are not read, in order. */
  freeWords(): FreeWord[] {
    return this.findAll(FREE_WORDS).map(({ 0: raw, index }) => this.wordAt(index, index + raw.length, /^\(+|[,.;:!?)]+$/g))
  }

  /** The stretches that remain, without the connecting words before a part and at both ends. */
  remainder(): TextSpan[] {
    const spans: TextSpan[] = []
    for (const { 0: raw, index } of this.findAll(FREE_STRETCHES)) {
      const words = [...raw.matchAll(/[^ ]+/g)].map((word) =>
        this.wordAt(index + word.index, index + word.index + word[0].length, /^[,;:]+|[,;:]+$/g),
      )
      let [first, last] = [0, words.length - 1]
      const drops = (at: number) => isConnecting(words[at]?.word ?? '') && !this.isName(words, at)
      while (last >= first && drops(last)) last--
      while (first <= last && drops(first) && (spans.length === 0 || !/[a-z]/.test(words[first]?.word ?? ''))) first++
      const [from, to] = [words[first], words[last]]
      if (from && to && first <= last) spans.push({ start: from.start, end: to.end })
    }
    return spans
  }

  /** The text of a stretch as it was written. */
  written({ start, end }: TextSpan): string {
    return this.text.slice(this.positions[start], this.positions[end])
  }

  /** The parts by their positions in the text, in order. */
  partsInText(): WrittenPart[] {
    const inText = this.parts.map((part) => {
      const start = this.positions[part.start] as number
      const end = this.positions[part.end] as number
      return { ...part, start, end: start + this.text.slice(start, end).trimEnd().length }
    })
    return inText.sort((one, other) => one.start - other.start)
  }

  /** The word of a stretch without some punctuation, unless it has nothing else. */
  private wordAt(from: number, to: number, punctuation: RegExp): FreeWord {
    const whole = this.folded.slice(from, to)
    const word = whole.replace(punctuation, '') || whole
    const start = from + whole.indexOf(word)
    return { word, start, end: start + word.length }
  }

  /** Whether a connecting word is a name: one in capitals such as OS, and the tax DAS, which begins a line or precedes another one. */
  private isName(words: readonly FreeWord[], at: number): boolean {
    const word = words[at]
    if (!word || word.word.length < 2) return false
    const written = this.written(word)
    if (written === written.toUpperCase() && this.text !== this.text.toUpperCase()) return true
    const [before, after] = [words[at - 1], words[at + 1]]
    return word.word === 'das' && (word.start === 0 || (!before && (!after || isConnecting(after.word))))
  }

  private replace(start: number, end: number, filler: string): void {
    this.rest = this.rest.slice(0, start) + filler.repeat(end - start) + this.rest.slice(end)
  }
}

function foldCharacter(character: string): string {
  if (/^[!-~]$/.test(character)) return character.toLowerCase()
  if (/\s/.test(character)) return ' '
  // It makes a digit a keycap, which is no number.
  if (character === '\u20e3') return character
  if (/[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character)) return ''
  return character.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')
}
