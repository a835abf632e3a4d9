/** A description as those of one payee compare: without case, accents, digits and runs of spaces. */
export function alike(description: string): string {
  return searchable(description.replace(/\p{Nd}/gu, ''))
}

/** A text as search compares it: without case, without accents, with single spaces. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
