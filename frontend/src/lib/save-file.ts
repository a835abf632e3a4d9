/** A text file to download. */
export interface TextFile {
  name: string
  /** The media type. */
  type: string
  text: string
}

/** Has the browser download a file. */
export function saveFile({ name, type, text }: TextFile): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Like `saveFile`, for binary content. */
export function saveBlob(name: string, content: Blob): void {
  follow(content, { download: name })
}

/** Opens content in another tab, in the viewer that the browser has for its type. Its page has no access to this one. */
export function openBlob(content: Blob): void {
  follow(content, { target: '_blank', rel: 'noopener' })
}

function follow(content: Blob, how: Partial<Pick<HTMLAnchorElement, 'download' | 'target' | 'rel'>>): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), how, { href: address }).click()
  // The browser reads the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
