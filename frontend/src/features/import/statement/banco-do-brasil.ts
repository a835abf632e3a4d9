import type { TableForm } from './table-form'

/** Banco do Brasil, current format. Balances are rows, some of them dated 00/00/0000. */
export const bancoDoBrasil: TableForm = {
  bank: 'Banco do Brasil',
  columns: ['data', 'lancamento', 'detalhes', 'valor', 'tipo lancamento'],
  decimals: ',',
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor'),
    direction: cell('tipo lancamento'),
    identifier: cell('nº documento') || cell('n° documento') || cell('no documento'),
    description: [cell('lancamento'), cell('detalhes')].filter(Boolean).join(' '),
  }),
}

/** Banco do Brasil, older format: a dot before the centavos, and a comma at the end of each row. */
export const bancoDoBrasilOlder: TableForm = {
  bank: 'Banco do Brasil',
  columns: ['data', 'dependencia origem', 'historico', 'data do balancete', 'valor'],
  decimals: '.',
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor'),
    identifier: cell('numero do documento'),
    description: cell('historico'),
  }),
}
