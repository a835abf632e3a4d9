import { addressOf, filtersOf, isFiltered, noFilters, queryOf, rowsAddress } from './filters-address'

function read(address: string) {
  return filtersOf(new URLSearchParams(address))
}

describe('filters in the URL', () => {
  it('are empty for an empty URL', () => {
    expect(read('')).toEqual(noFilters)
    expect(isFiltered(read('nova=1'))).toBe(false)
    expect(queryOf(read(''))).toEqual({})
  })

  it('parse Portuguese values and query with the terms of the API', () => {
    const filters = read(
      'q=%C3%B3tica&tipo=despesas&mes=2026-11&categoria=Aluguel&categoria=Outros&de=2026-11-01&ate=2026-11-20&status=confirmar',
    )
    expect(queryOf(filters)).toEqual({
      search: 'ótica',
      type: 'expense',
      month: '2026-11',
      category: ['Aluguel', 'Outros'],
      from: '2026-11-01',
      to: '2026-11-20',
      status: 'pending',
    })
    expect(isFiltered(filters)).toBe(true)
  })

  it('survive a round trip through the URL', () => {
    const filters = {
      ...noFilters,
      search: 'pão & cia',
      type: 'income',
      month: '2026-02',
      categories: ['', 'Vendas'],
      from: '2026-02-01',
      to: '2026-02-28',
      status: 'not_received',
    } as const
    expect(filtersOf(addressOf(filters))).toEqual(filters)
  })

  it('distinguish an empty category, for transactions without one, from no category filter', () => {
    expect(queryOf(read('categoria='))).toEqual({ category: [''] })
    expect(isFiltered(read('categoria='))).toBe(true)
  })

  it('ignore invalid values', () => {
    expect(read('tipo=tudo&mes=2026-13&de=2026-02-30&ate=ontem&status=x&q=%20%20')).toEqual(noFilters)
  })

  it('leave other parameters unchanged', () => {
    const present = new URLSearchParams('nova=1&q=antes')
    expect(addressOf({ ...noFilters, type: 'income' }, present).toString()).toBe('nova=1&tipo=receitas')
  })

  it('link from a total to its transactions', () => {
    expect(rowsAddress({ month: '2026-11', type: 'expense' })).toBe('/dashboard/transactions?tipo=despesas&mes=2026-11')
    expect(rowsAddress({})).toBe('/dashboard/transactions')
  })
})
