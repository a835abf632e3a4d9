/**
 * Decodes a file into text with `\n` line ends and without a byte order mark. UTF-16 is detected by its mark or its zero bytes.
 * Each other line is strict UTF-8, else windows-1252. The declared encoding is ignored: banks declare one and write another, or mix both.
 */
export function fileText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  const text = utf16 === null ? (utf8Text(bytes) ?? textByLine(bytes)) : new TextDecoder(utf16).decode(bytes)
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text
  return unmarked.includes('\r') ? unmarked.replaceAll(/\r\n?/g, '\n') : unmarked
}

/** In UTF-16, half of the bytes of Latin text are zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const some = bytes.subarray(0, 1_000)
  const zeros = (parity: number) => some.reduce((sum, byte, index) => sum + (byte === 0 && index % 2 === parity ? 1 : 0), 0)
  const [even, odd] = [zeros(0), zeros(1)]
  if (odd > some.length * 0.4 && even === 0) return 'utf-16le'
  return even > some.length * 0.4 && odd === 0 ? 'utf-16be' : null
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const LINE_FEED = 10

function textByLine(bytes: Uint8Array): string {
  const windows = new TextDecoder('windows-1252')
  const lines: string[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, from)
    const until = end < 0 ? bytes.length : end + 1
    const line = bytes.subarray(from, until)
    lines.push(utf8Text(line) ?? windows.decode(line))
    from = until
  }
  return lines.join('')
}
