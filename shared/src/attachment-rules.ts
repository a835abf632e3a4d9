/** Receipts: accepted types, limits and texts. */

export const attachmentTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'application/xml'] as const
export type AttachmentType = (typeof attachmentTypes)[number]

/** Limit of one receipt, in bytes. */
export const MAX_ATTACHMENT_BYTES = 5_000_000
/** Receipts of one transaction; removed ones do not count. */
export const MAX_ATTACHMENTS = 10
/** Limit of an account's receipts in bytes; removed ones count until their bytes are deleted. */
export const MAX_ATTACHED_BYTES = 1_000_000_000
/** In code points of the normalised name. */
export const MAX_ATTACHMENT_NAME = 200
/** Days for which a removed receipt can be restored; then its bytes are deleted. */
export const REMOVED_ATTACHMENT_DAYS = 30

/** How many of a file's first bytes `detectAttachmentType` needs. */
export const SIGNATURE_BYTES = 128

export const attachmentTexts = {
  nameMissing: 'Diga o nome do arquivo',
  /** 413 */
  tooLarge: 'O comprovante passa de 5 MB. Envie um arquivo menor.',
  /** 415 */
  unknownType: 'Envie uma foto (JPEG, PNG ou WebP), um PDF ou o XML da nota.',
  /** 415: the first bytes are of another type than the request says, or of none. */
  otherType: 'O conteúdo do arquivo não é do tipo que ele diz ser.',
  /** QUOTA_EXCEEDED */
  tooMany: 'Uma transação tem no máximo 10 comprovantes.',
  /** QUOTA_EXCEEDED */
  full: 'Os comprovantes da sua conta chegaram a 1 GB. Os excluídos liberam espaço depois de 30 dias.',
  /** UNAVAILABLE, with Retry-After. */
  busy: 'Muitos comprovantes estão sendo enviados. Tente de novo em alguns segundos.',
  notRemoved: 'Este comprovante não foi excluído.',
  /** Its bytes were deleted 30 days after its removal. */
  gone: 'Este comprovante foi excluído há mais de 30 dias e não volta mais.',
  transactionUnknown: 'A transação deste comprovante não existe mais.',
  /** The stored bytes do not open under the account's key. */
  damaged: 'Este comprovante está danificado no servidor. Avise o suporte.',
  /** A restored receipt whose bytes are not those that the copy names. */
  otherBytes: 'Este arquivo não é o comprovante que está na cópia.',
} as const

/** The type that a `Content-Type` header names; null for any other, and without one. */
export function attachmentTypeOf(contentType: string | undefined): AttachmentType | null {
  const [named = ''] = (contentType ?? '').split(';', 1)
  const type = named.trim().toLowerCase()
  if (type === 'text/xml') return 'application/xml'
  return attachmentTypes.find((each) => each === type) ?? null
}

/** Root elements of Brazilian invoices: NF-e, NFC-e, CT-e, and NFS-e of the cities. */
const invoiceRoots = [
  'NFe',
  'nfeProc',
  'procNFe',
  'enviNFe',
  'CTe',
  'cteProc',
  'NFSe',
  'Nfse',
  'CompNfse',
  'ComplNfse',
  'ListaNfse',
  'tcCompNfse',
  'GerarNfseResposta',
  'ConsultarNfseResposta',
  'ConsultarNfseRpsResposta',
]
const XML_BEGINNING = new RegExp(`^\\s*<(?:\\?xml\\s|(?:\\w+:)?(?:${invoiceRoots.join('|')})[\\s/>])`)

/** The type of a file by its first bytes; null for any other. Nothing is parsed. @param bytes the first `SIGNATURE_BYTES`, or all of a shorter file */
export function detectAttachmentType(bytes: Uint8Array): AttachmentType | null {
  const hasAt = (at: number, ...expected: readonly number[]) => expected.every((byte, index) => bytes[at + index] === byte)
  if (hasAt(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (hasAt(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (hasAt(0, ...ascii('RIFF')) && hasAt(8, ...ascii('WEBP'))) return 'image/webp'
  if (hasAt(0, ...ascii('%PDF-'))) return 'application/pdf'
  const begin = hasAt(0, 0xef, 0xbb, 0xbf) ? 3 : 0
  const beginning = String.fromCharCode(...bytes.subarray(begin, SIGNATURE_BYTES))
  return XML_BEGINNING.test(beginning) ? 'application/xml' : null
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
