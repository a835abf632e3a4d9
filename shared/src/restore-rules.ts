/** Limits, states and texts of restoring an account from a copy. */

/** Maximum size of a copy, in bytes. */
export const MAX_COPY_BYTES = 20 * 1024 * 1024

export const restoreStates = ['running', 'done', 'failed'] as const
export type RestoreState = (typeof restoreStates)[number]

export const restoreTexts = {
  notOurs: 'Este arquivo não é uma cópia do Prumo.',
  changed: 'As somas desta cópia não batem com o que está nela. Exporte o backup de novo e traga o arquivo como ele veio.',
  notEmpty: 'Uma cópia só entra em uma conta vazia. Apague antes todos os dados.',
  running: 'Outra cópia está sendo trazida para esta conta. Espere ela terminar.',
  unreadable: 'A cópia guardada se perdeu no caminho. Escolha o arquivo de novo.',
  otherFund: 'A reserva mudou enquanto a cópia era trazida.',
  broughtImport: 'Esta importação veio de uma cópia e não dá para desfazer. Exclua as transações dela.',
} as const
