/** Statements of banks as they are taken in: the forms they come in, how much at once, and what is said of them. */

export const statementFormats = ['ofx', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** What a line of a statement is: unknown so far, accepted before, one that was expected, or one like it that is there already. */
export const lineStates = ['new', 'known', 'expected', 'similar'] as const
export type LineState = (typeof lineStates)[number]

/** So many lines are accepted at once; a longer statement is several imports. */
export const MAX_IMPORT_ROWS = 5_000

/** A line settles what was expected so many days before or after it. */
export const EXPECTED_WITHIN_DAYS = 5
/** A line is like one that is there so many days before or after it. */
export const SIMILAR_WITHIN_DAYS = 3

export const importTexts = {
  noRows: 'Nenhum lançamento para importar.',
  tooManyRows: 'Importe no máximo 5.000 lançamentos de uma vez.',
  twice: 'Um lançamento aparece duas vezes neste extrato.',
  /** @param count how many lines were accepted before and stand */
  standing: (count: number) =>
    count === 1 ? '1 lançamento deste extrato já foi importado.' : `${count} lançamentos deste extrato já foram importados.`,
  undone: 'Esta importação já foi desfeita.',
} as const

export const balanceTexts = { future: 'O saldo não pode ser de um dia que ainda não chegou.' } as const
