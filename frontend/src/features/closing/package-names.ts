import { attachmentExtensions } from '@prumo/shared/attachment-names'
import type { Transaction } from '@prumo/shared/transactions'
import { formatPlainCentavos } from '@prumo/shared/money'

/** What Windows, macOS or Linux do not take in a name of a file. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[<>:"/\\|?*\u0000-\u001F\u007F]/g
/** In code points, so that a path stays below the 260 units of Windows. */
const MAX_NAME = 80

const extensions: Readonly<Record<string, string>> = attachmentExtensions

/** A text as a part of a file's name that every system takes. */
export function safeName(text: string): string {
  const plain = text.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ')
  const cut = Array.from(plain).slice(0, MAX_NAME).join('')
  return cut.replaceAll(/^[\s.]+|[\s.]+$/g, '') || 'sem nome'
}

/** Names receipts after their transaction: `comprovantes/2026-10-30/Moinho Central, 291,35 (2).pdf`, each once whatever the case. */
export class ReceiptNames {
  readonly #taken = new Set<string>()

  add({ date, description, amount }: Transaction, type: string): string {
    const base = `comprovantes/${date}/${safeName(description)}, ${formatPlainCentavos(amount)}`
    const end = `.${extensions[type] ?? 'bin'}`
    let path = base + end
    for (let number = 2; this.#taken.has(path.toLowerCase()); number++) path = `${base} (${number})${end}`
    this.#taken.add(path.toLowerCase())
    return path
  }
}
