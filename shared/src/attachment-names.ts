import type { AttachmentType } from './attachment-rules.js'

/** How the name of a file of a type ends. */
export const attachmentExtensions: Readonly<Record<AttachmentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
}

/**
 * The name under which a receipt is saved: it ends as its type does, because a system opens a file by the end of its name, also one
 * that another person called a program.
 */
export function attachmentFileName({ name, type }: { name: string; type: AttachmentType }): string {
  const extension = attachmentExtensions[type]
  const known = type === 'image/jpeg' ? [extension, 'jpeg'] : [extension]
  return known.some((each) => name.toLowerCase().endsWith(`.${each}`)) ? name : `${name}.${extension}`
}
