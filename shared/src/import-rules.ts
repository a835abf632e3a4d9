/** Bank statements: accepted formats, limits and texts. */

export const statementFormats = ['ofx', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]

/**
 * State of a statement line: new, imported before (`known`), matches a pending transaction of its wallet (`expected`), may be
 * the other side of a transaction of another wallet (`other_side`), or resembles an existing one of its wallet (`similar`).
 */
export const lineStates = ['new', 'known', 'expected', 'other_side', 'similar'] as const
export type LineState = (typeof lineStates)[number]

/** Limit of lines in one import; a longer statement becomes several imports. */
export const MAX_IMPORT_ROWS = 5_000

/** A line settles a pending transaction within so many days before or after it. */
export const EXPECTED_WITHIN_DAYS = 5
/** A line is the other side of a transaction within so many days before or after it. */
export const OTHER_SIDE_WITHIN_DAYS = 3
/** A line resembles an existing transaction within so many days before or after it. */
export const SIMILAR_WITHIN_DAYS = 3

export const importTexts = {
  noRows: 'Nenhum lançamento para importar.',
  tooManyRows: 'Importe no máximo 5.000 lançamentos de uma vez.',
  twice: 'Um lançamento aparece duas vezes neste extrato.',
  /** A line that settles, joins and moves to another wallet at once, or in the wrong direction. */
  oneFate: 'Um lançamento só pode ter um destino.',
  onlyExpenseLeaves: 'Só uma despesa pode ir para outra conta.',
  onlyIncomeArrives: 'Só uma receita pode vir de outra conta.',
  /** @param count lines that an import in force already contains */
  standing: (count: number) =>
    count === 1 ? '1 lançamento deste extrato já foi importado.' : `${count} lançamentos deste extrato já foram importados.`,
  undone: 'Esta importação já foi desfeita.',
} as const

export const balanceTexts = { future: 'O saldo não pode ser de um dia que ainda não chegou.' } as const
