/** Layout tags that occur in memos. */
const LAYOUT = /^(?:br|b|i|p|u|div|span|font|strong|em)$/i
const TAG = /<(\/?)([A-Za-z][\w.]*)\s*(\/?)>/y

/** A tag of a file, in order. */
export interface OfxTag {
  /** Upper case. */
  name: string
  isEnd: boolean
  /** The text up to the next tag, on one line; empty after an end tag. */
  text: string
  /** The position of the tag. */
  from: number
}

/**
 * Yields the tags of an OFX text with their texts. Leaves may be unclosed, with their text on the next line; bare `<` and `&` are text;
 * CDATA and entities are decoded. Runs in linear time.
 */
export function* ofxTags(text: string): Generator<OfxTag> {
  const names = new TagNames(text)
  let tag: OfxTag | null = null
  let at = 0
  const lastCdataEnd = text.lastIndexOf(']]>')
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const end = next < 0 ? text.length : next
    if (tag && !tag.isEnd && end > at) tag.text += decodeEntities(text.slice(at, end))
    if (next < 0) break
    if (lastCdataEnd > next && text.startsWith('<![CDATA[', next)) {
      const close = text.indexOf(']]>', next)
      if (tag && !tag.isEnd) tag.text += text.slice(next + 9, close)
      at = close + 3
      continue
    }
    const { name, isEnd, length } = names.at(next)
    at = next + length
    if (name === '' || name === ' ') {
      if (tag && !tag.isEnd) tag.text += name || '<'
      continue
    }
    if (tag) yield inOneLine(tag)
    tag = { name, isEnd, text: '', from: next }
  }
  if (tag) yield inOneLine(tag)
}

interface FoundTag {
  /** Empty for a bare `<`, a blank for a layout tag. */
  name: string
  isEnd: boolean
  length: number
}

/** Matches each distinct tag once: a file repeats few tags many times. */
class TagNames {
  readonly #found = new Map<string, FoundTag>()

  constructor(readonly text: string) {}

  at(from: number): FoundTag {
    const until = this.#endOf(from)
    const written = until < 0 ? '' : this.text.slice(from, until)
    let found = this.#found.get(written)
    if (!found || written === '') {
      found = this.#match(from)
      this.#found.set(written, found)
    }
    return found
  }

  /** The position after the `>` of a tag; -1 for a tag longer than any in OFX. */
  #endOf(from: number): number {
    for (let at = from + 1; at < from + LONGEST_TAG; at++) if (this.text.charCodeAt(at) === CLOSES_TAG) return at + 1
    return -1
  }

  #match(from: number): FoundTag {
    TAG.lastIndex = from
    const [whole = '<', slash = '', name = ''] = TAG.exec(this.text) ?? []
    return { name: LAYOUT.test(name) ? ' ' : name.toUpperCase(), isEnd: slash !== '', length: whole.length }
  }
}

const LONGEST_TAG = 32
const CLOSES_TAG = 62

function inOneLine(tag: OfxTag): OfxTag {
  const text = tag.text.trim()
  tag.text = /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text
  return tag
}

/** The text of the first leaf with a name; empty without one. */
export function leaf(block: string, name: string): string {
  for (const tag of ofxTags(block)) if (tag.name === name && !tag.isEnd) return tag.text
  return ''
}

/** The HTML names of the Latin-1 letters from code 192 on. */
const LETTERS =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(192 + index)]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ordf', 'ª'],
  ['ordm', 'º'],
  ['deg', '°'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['euro', '€'],
])

/** Decodes HTML entities: `P&atilde;o &#x26; Caf&#233;`. Unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
