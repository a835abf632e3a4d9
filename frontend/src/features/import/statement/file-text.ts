/**
 * The text of a file: strict UTF-8, else windows-1252, whatever its header says. The byte order mark goes. Banks name
 * one encoding and write another, and UTF-8 is the one that tells by itself.
 */
export function fileText(bytes: Uint8Array): string {
  return (utf8Text(bytes) ?? new TextDecoder('windows-1252').decode(bytes)).replace(/^\ufeff/, '')
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
