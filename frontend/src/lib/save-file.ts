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
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
