/** Layout tags that occur in memos. */
const LAYOUT = /^(?:br|b|i|p|u|div|span|font|strong|em)$/i
const TAG = /<(\/?)([A-Za-z][\w.]*)\s*(\/?)>/y

/** A tag of a file, in order. */
export interface OfxTag {
  /** Upper case. */
  name: string
  isEnd: boolean
  /** The text up to the next tag, on one line. */
  text: string
  /** The position of the tag, and the end of its text. */
  from: number
  until: number
}

/**
 * Yields the tags of an OFX text with their texts. Leaves may be unclosed, with their text on the next line; bare `<` and `&` are text;
 * CDATA and entities are decoded. Runs in linear time.
 */
export function* ofxTags(text: string): Generator<OfxTag> {
  let tag: Omit<OfxTag, 'text' | 'until'> | null = null
  let parts: string[] = []
  let at = 0
  let lastCdataEnd = text.lastIndexOf(']]>')
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const end = next < 0 ? text.length : next
    if (end > at) parts.push(decodeEntities(text.slice(at, end)))
    if (next < 0) break
    if (text.startsWith('<![CDATA[', next) && lastCdataEnd > next) {
      const close = text.indexOf(']]>', next)
      parts.push(text.slice(next + 9, close))
      at = close + 3
      continue
    }
    TAG.lastIndex = next
    const found = TAG.exec(text)
    const name = found?.[2] ?? ''
    if (!found || LAYOUT.test(name)) {
      parts.push(found ? ' ' : '<')
      at = next + (found?.[0].length ?? 1)
      continue
    }
    if (tag) yield { ...tag, text: inOneLine(parts), until: next }
    tag = { name: name.toUpperCase(), isEnd: found[1] === '/', from: next }
    parts = []
    at = next + found[0].length
  }
  if (tag) yield { ...tag, text: inOneLine(parts), until: text.length }
}

function inOneLine(parts: readonly string[]): string {
  const text = (parts.length === 1 ? (parts[0] as string) : parts.join('')).trim()
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text
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
