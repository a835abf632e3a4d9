/** Something that a person takes along. */
export interface TextFile {
  name: string
  /** Its media type. */
  type: string
  text: string
}

/** Has the browser keep a file. */
export function saveFile({ name, type, text }: TextFile): void {
  saveBlob(name, new Blob([text], { type }))
}

/** The same of one that is no text. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser begins to read it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
