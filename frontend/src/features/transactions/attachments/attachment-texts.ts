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

export const LIMITS = `Até ${MAX_ATTACHMENTS} por transação, 5 MB cada. A foto é reduzida aqui, sem o lugar onde foi tirada.`
export const DESKTOP_WAYS = 'Solte um arquivo aqui ou cole com Ctrl V. JPEG, PNG, WebP, PDF ou XML, 5 MB cada.'
export const NO_ROOM = 'Não há espaço neste aparelho para guardar o comprovante. Libere espaço e tente de novo.'
export const TOO_MUCH_WAITS =
  'Já há 50 MB de comprovantes esperando envio neste aparelho. Quando a internet voltar e eles forem enviados, adicione este.'
export const NOT_WITH_REPEATING =
  'O que se repete não leva comprovante. Depois de salvar, abra a transação do dia e adicione o comprovante nela.'
export const LOST_ONE = 'O comprovante não ficou guardado. Escolha de novo.'
export const LOST_SEVERAL = 'Os comprovantes não ficaram guardados. Escolha de novo.'
