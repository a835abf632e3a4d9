import { filterActions, builtInActions } from './palette-actions'

const labels = (typed: string, hasSeveral = false) =>
  filterActions(
    builtInActions(
      () => undefined,
      hasSeveral,
      () => undefined,
    ),
    typed,
  ).map(({ label }) => label)

describe('the palette', () => {
  it('offers every action before anything is typed', () => {
    expect(labels('')).toEqual([
      'Visão Geral',
      'Transações',
      'Previsão',
      'MEI em dia',
      'Metas',
      'Reserva',
      'Tarefas',
      'Relatórios',
      'Histórico',
      'Configurações',
      'O que se repete',
      'Regras',
      'Categorias',
      'Relatório Mensal do MEI',
      'Declaração anual do MEI (DASN)',
      'Importações',
      'Fechar o mês',
      'Nova Transação',
      'Repetir a última',
      'Importar extrato',
      'Exportar transações',
      'Nova meta',
      'Nova regra',
      'Adicionar à reserva',
      'Retirar da reserva',
      'Nova tarefa',
      'Usar modo escuro',
      'Atalhos do teclado',
      'Sair',
    ])
  })

  it('ignores case, accents and the order of words', () => {
    expect(labels('transacao')).toEqual(['Nova Transação'])
    expect(labels('TRANSAC')).toEqual(['Transações', 'Nova Transação', 'Exportar transações'])
    expect(labels('escuro modo')).toEqual(['Usar modo escuro'])
    expect(labels('xyz')).toEqual([])
  })

  it('offers the wallets from the second one on', () => {
    expect(labels('conta')).toEqual([])
    expect(labels('conta', true)).toEqual(['Contas', 'Nova conta'])
  })
})
