/**
 * Matches what an invisible character belongs to, which is kept, or one that belongs to nothing. Kept are joined emoji, a variation
 * selector after an emoji or a Han character, keycaps, and flags of regions.
 */
const KEPT_OR_INVISIBLE = new RegExp(
  [
    String.raw`(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|EMOJI(?:\u200dEMOJI)*|[#*0-9]\ufe0f\u20e3|\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])`,
    // Line breaks and tabs are kept. U+0000 is refused elsewhere.
    String.raw`[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u0001-\u0008\u000e-\u001f\u007f-\u009f]`,
  ]
    .join('|')
    .replaceAll('EMOJI', String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`),
  'gu',
)

/** Unicode's Stream-Safe Text Format (UAX #15) allows at most 30 marks in a row; normalising a longer run is quadratic. */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/gu

/** Matches a text of printable Latin 1 without soft hyphens: it needs no normalisation. */
const IS_NORMALISED = /^[ -~\u00a0-\u00ac\u00ae-\u00ff]*$/

/**
 * A text as stored and compared: trimmed, in NFC, without invisible characters except those inside emoji. Only the first
 * 30 combining marks of a letter are kept. Idempotent; may return an empty text.
 */
export function normaliseText(text: string): string {
  if (IS_NORMALISED.test(text)) return text.trim()
  return (
    text
      .replace(KEPT_OR_INVISIBLE, (_, kept?: string) => kept ?? '')
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
