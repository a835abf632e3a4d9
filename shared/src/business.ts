/** Types of business, as shown and stored. */
export const businessTypes = [
  'Comércio',
  'Serviços',
  'Alimentação',
  'Beleza e Estética',
  'Saúde',
  'Educação',
  'Tecnologia',
  'Consultoria',
  'Outros',
] as const
export type BusinessType = (typeof businessTypes)[number]

/** Difficulties of a business, as shown and stored. */
export const difficulties = [
  'Controle de fluxo de caixa',
  'Organização de gastos',
  'Planejamento financeiro',
  'Controle de estoque',
  'Gestão de funcionários',
  'Marketing e vendas',
  'Impostos e tributos',
  'Reserva de emergência',
] as const
export type Difficulty = (typeof difficulties)[number]
