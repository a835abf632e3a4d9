/** The form in which descriptions of one payee are compared: without case, accents, digits and runs of spaces. */
export function alike(description: string): string {
  return searchable(description.replace(/\p{Nd}/gu, ''))
}

/** The form in which search compares texts: without case and accents, with single spaces. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
