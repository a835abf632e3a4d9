/** Matches a joined emoji, which is kept, or an invisible character: zero-width, directional, a soft hyphen. */
const JOINED_EMOJI_OR_INVISIBLE =
  /(\p{Extended_Pictographic}(?:[\ufe0f\p{Emoji_Modifier}]*\u200d\p{Extended_Pictographic})+)|\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu

/** Unicode's Stream-Safe Text Format (UAX #15) allows at most 30 marks in a row; normalising a longer run is quadratic. */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/gu

/** Matches a text of printable Latin 1 without soft hyphens: it needs no normalisation. */
const IS_NORMALISED = /^[ -~\u00a0-\u00ac\u00ae-\u00ff]*$/

/**
 * A text as stored and compared: trimmed, in NFC, without invisible characters except the joiner inside emoji. Only the first
 * 30 combining marks of a letter are kept. Idempotent; may return an empty text.
 */
export function normaliseText(text: string): string {
  if (IS_NORMALISED.test(text)) return text.trim()
  return (
    text
      .replace(JOINED_EMOJI_OR_INVISIBLE, (_, emoji?: string) => emoji ?? '')
      .replace(LONG_RUN_OF_MARKS, '$1')
      .normalize('NFC')
      // NFC can expand one mark into several.
      .replace(LONG_RUN_OF_MARKS, '$1')
      .trim()
  )
}

/** The length of a text in Unicode code points. */
export function codePointsOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first `most` code points of a text. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  let [count, end] = [0, 0]
  for (const character of text) {
    if (count === most) break
    count += 1
    end += character.length
  }
  return text.slice(0, end)
}
