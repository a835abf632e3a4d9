/** Messages about rules, for pages with and without their form. */
export const ruleTexts = {
  textMissing: 'Digite o que a descrição contém',
  textTooShort: 'Use pelo menos 2 letras ou números',
  typeMissing: 'Escolha receita, despesa ou as duas',
  categoryMissing: 'Escolha uma categoria',
  exists: 'Já existe uma regra com este texto.',
  notDeleted: 'Esta regra não está excluída.',
  tooMany: 'Você já tem 1.000 regras. Exclua alguma para criar outra.',
} as const
