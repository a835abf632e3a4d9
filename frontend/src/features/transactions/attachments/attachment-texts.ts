import type { Attachment } from '@prumo/shared/attachments'
import { MAX_ATTACHMENTS, type AttachmentType } from '@prumo/shared/attachment-rules'

/** The texts about receipts. */

const typeNames: Readonly<Record<AttachmentType, string>> = {
  'image/jpeg': 'Foto',
  'image/png': 'Imagem',
  'image/webp': 'Imagem',
  'application/pdf': 'PDF',
  'application/xml': 'XML da nota',
}

/** `Foto`, `PDF` */
export function typeName(type: AttachmentType): string {
  return typeNames[type]
}

/** The name without the ending that its type repeats: `NF-e 4471`. */
export function shortName({ name }: Pick<Attachment, 'name'>): string {
  return name.replace(/\.(jpe?g|png|webp|pdf|xml)$/i, '') || name
}

/** `212 kB`, `1,2 MB`; a kilobyte is 1.000 bytes, as the limits say. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('pt-BR')} kB`.replace('1.000 kB', '1 MB')
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
}

/** `1 comprovante`, `3 comprovantes` */
export function attachmentCountText(count: number): string {
  return count === 1 ? '1 comprovante' : `${count} comprovantes`
}

export const LIMITS = `Até ${MAX_ATTACHMENTS} por transação, 5 MB cada. A foto é reduzida aqui, sem o lugar onde foi tirada.`
export const NO_ROOM = 'Não há espaço neste aparelho para guardar o comprovante. Libere espaço e tente de novo.'
export const TOO_MUCH_WAITS =
  'Já há 50 MB de comprovantes esperando envio neste aparelho. Quando a internet voltar e eles forem enviados, adicione este.'
