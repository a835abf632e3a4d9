const WRITTEN = /(?<!\d|\/)(\d{1,2})\s*(?:\/|de|of)\s*(\d{1,2})(?!\d|\/)/i

/** Parses an instalment to `5/12`, from `5/12`, `3 de 10`, `Parcela 02/06`; empty for anything else, such as `Única` or `1/1`. */
export function instalmentOf(text: string): string {
  const [, at, of] = WRITTEN.exec(text) ?? []
  const [number, count] = [Number(at), Number(of)]
  return count > 1 && number >= 1 && number <= count ? `${number}/${count}` : ''
}

/** Whether two texts name different instalments of the same total number, such as `Escola 5/12` and `Escola 6/12`. */
export function areOtherInstalments(one: string, other: string): boolean {
  const [first, second] = [instalmentOf(one).split('/'), instalmentOf(other).split('/')]
  return first[1] !== undefined && first[1] === second[1] && first[0] !== second[0]
}

/** The instalment in a description that calls it one, such as `Loja Azul - Parcela 2/10`; empty for any other. */
export function instalmentIn(description: string): string {
  const named = /\bparc(?:ela)?\b\.?\s*(\d{1,2}\s*(?:\/|de)\s*\d{1,2})(?!\d|\/)/i.exec(description)
  return named ? instalmentOf(named[1] as string) : ''
}
