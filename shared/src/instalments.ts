const INSTALMENT = /(?<!\d|\/)(\d{1,2})\s*(?:\/|de|of)\s*(\d{1,2})(?!\d|\/)/i

/** The instalment of a text as `5/12`, read from `5/12`, `3 de 10` or `Parcela 02/06`; empty for anything else, such as `Única` or `1/1`. */
export function parseInstalment(text: string): string {
  const [, at, of] = INSTALMENT.exec(text) ?? []
  const [number, count] = [Number(at), Number(of)]
  return count > 1 && number >= 1 && number <= count ? `${number}/${count}` : ''
}

/** Whether two texts name different instalments of the same total number, such as `Escola 5/12` and `Escola 6/12`. */
export function areDifferentInstalments(one: string, other: string): boolean {
  const [first, second] = [parseInstalment(one).split('/'), parseInstalment(other).split('/')]
  return first[1] !== undefined && first[1] === second[1] && first[0] !== second[0]
}

/** The instalment of a description that says `parcela`, such as `Loja Azul - Parcela 2/10`; empty for any other, whose `2/10` may be a date. */
export function findInstalment(description: string): string {
  const named = /\bparc(?:ela)?\b\.?\s*(\d{1,2}\s*(?:\/|de)\s*\d{1,2})(?!\d|\/)/i.exec(description)
  return named ? parseInstalment(named[1] as string) : ''
}
