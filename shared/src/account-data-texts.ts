/** Texts of the export, the reset and the erasure of an account. */
export const accountDataTexts = {
  confirmReset: 'Confirme que quer apagar todos os dados',
  resetWarning: 'ATENÇÃO: esta ação irá apagar TODOS os seus dados permanentemente',
  resetDone: 'Todos os dados foram removidos. Você será redirecionado.',
} as const
