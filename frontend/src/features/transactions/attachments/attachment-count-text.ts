/** `1 comprovante`, `3 comprovantes`. Apart from the other texts, because the overview's rows need only this one. */
export function attachmentCountText(count: number): string {
  return count === 1 ? '1 comprovante' : `${count} comprovantes`
}
