import {
  attachmentTexts,
  detectAttachmentType,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENT_NAME,
  SIGNATURE_BYTES,
} from '@prumo/shared/attachment-rules'
import type { AttachmentType } from '@prumo/shared/attachment-rules'
import { cutText, normaliseText } from '@prumo/shared/text-form'

/** Makes receipts of files: photos smaller and without what a camera adds to them, documents as they are. */

/** The longest side of a photo, in pixels. */
const LONGEST_SIDE = 1600
const JPEG_QUALITY = 0.8

/** The receipt, or why the file cannot be one. */
export type PreparedAttachment = { name: string; type: AttachmentType; content: Blob } | { problem: string }

export const UNREADABLE_PHOTO = 'Não deu para abrir esta foto. Escolha uma JPEG, PNG ou WebP.'

export async function prepareAttachment(file: File): Promise<PreparedAttachment> {
  const type = detectAttachmentType(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))
  // Phones have photos in further formats, some of which their browsers read.
  if (type?.startsWith('image/') || (type === null && file.type.startsWith('image/'))) {
    const content = await shrinkPhoto(file).catch(() => null)
    return content ? limited({ name: photoName(file.name), type: 'image/jpeg', content }) : { problem: UNREADABLE_PHOTO }
  }
  if (type === null) return { problem: attachmentTexts.unknownType }
  return limited({ name: shortName(file.name, 'Comprovante'), type, content: new Blob([file], { type }) })
}

function limited(prepared: { name: string; type: AttachmentType; content: Blob }): PreparedAttachment {
  return prepared.content.size > MAX_ATTACHMENT_BYTES ? { problem: attachmentTexts.tooLarge } : prepared
}

/**
 * Draws a photo again as a JPEG. Only its pixels remain: neither place and time nor camera, and nothing hidden behind them.
 * @throws for what the browser cannot read as a photo
 */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { width, height } = fittedSize(photo)
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')!
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(photo, 0, 0, width, height)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  } finally {
    photo.close()
  }
}

/** The size of a photo whose longest side is at most `LONGEST_SIDE`, in the same proportion; in whole pixels, at least one. */
export function fittedSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** `IMG_2041.HEIC` becomes `IMG_2041.jpg`. */
function photoName(name: string): string {
  return `${shortName(name.replace(/\.\w{1,5}$/, ''), 'Foto', MAX_ATTACHMENT_NAME - '.jpg'.length)}.jpg`
}

function shortName(name: string, otherwise: string, max = MAX_ATTACHMENT_NAME): string {
  return cutText(normaliseText(name), max).trim() || otherwise
}
