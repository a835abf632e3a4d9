/** Bank statements: accepted formats, limits and texts. */

export const statementFormats = ['ofx', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]

/**
 * State of a statement line: new, imported before (`known`), matches a pending transaction (`expected`), or resembles an
 * existing one (`similar`).
 */
export const lineStates = ['new', 'known', 'expected', 'similar'] as const
export type LineState = (typeof lineStates)[number]

/** Limit of lines in one import; a longer statement becomes several imports. */
export const MAX_IMPORT_ROWS = 5_000

/** A line settles a pending transaction within so many days before or after it. */
export const EXPECTED_WITHIN_DAYS = 5
/** A line resembles an existing transaction within so many days before or after it. */
export const SIMILAR_WITHIN_DAYS = 3

export const importTexts = {
  noRows: 'Nenhum lançamento para importar.',
  tooManyRows: 'Importe no máximo 5.000 lançamentos de uma vez.',
  twice: 'Um lançamento aparece duas vezes neste extrato.',
  /** @param count lines that an import in force already contains */
  standing: (count: number) =>
    count === 1 ? '1 lançamento deste extrato já foi importado.' : `${count} lançamentos deste extrato já foram importados.`,
  undone: 'Esta importação já foi desfeita.',
} as const

export const balanceTexts = { future: 'O saldo não pode ser de um dia que ainda não chegou.' } as const
