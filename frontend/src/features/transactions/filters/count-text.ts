const plain = new Intl.NumberFormat('pt-BR')

/** `38 transações`; with more still to be read, only that there are more. */
export function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${plain.format(count)} transações`
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}
