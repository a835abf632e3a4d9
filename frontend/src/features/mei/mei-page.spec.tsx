import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { dasPaymentOf } from '@prumo/shared/mei-das'
import type { MeiYearInput } from '@prumo/shared/mei-year'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh, review } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import MeiPage from './mei-page'
import { aProfile, aYear, sales, totalsOf } from './test-mei-year'

const NOW = '2026-11-20'
const { id: _id, ...profile } = aProfile()

let api: TestApi

/** What the server has for a year on the day of the tests. */
function answer(about: Partial<MeiYearInput> = {}): void {
  api.reads['/mei'] = () => ({ mei: profile })
  api.reads['/mei/years/2026'] = () => ({ year: aYear({ today: NOW, dasPayments: payments(), ...about }) })
  api.reads['/mei/years/2025'] = () => ({ year: aYear({ today: NOW, year: 2025, totals: [] }) })
  api.reads['/recurrences'] = () => ({ recurrences: [] })
}

const payments = () => api.transactions().flatMap((each) => dasPaymentOf(each) ?? [])

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = (address = '/dashboard/mei') => openScreen(api, address, MeiPage)
const figure = (name: string) => screen.findByRole('region', { name })

it('shows what is left, the measure with its months, and the pace', async () => {
  answer()
  await open()
  expect(await figure('Ainda cabem em 2026')).toHaveTextContent('R$ 13.475,30')
  expect(screen.getByText(/^Já entraram/)).toHaveTextContent(
    'Já entraram R$ 67.524,70 do limite de R$ 81.000,00. No ritmo de agosto a outubro, R$ 6.580,80 por mês, o ano fecha em cerca de R$ 76.300.',
  )
  const revenue = screen.getByRole('region', { name: 'Receita de 2026' })
  expect(
    within(revenue)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toContain('out7.047,40')
  expect(revenue).toHaveTextContent('83,4% do limite')
  expect(revenue).toHaveTextContent('31/12, no ritmo: 76.300')
})

it('says what the limit means once it is exceeded', async () => {
  answer({ totals: totalsOf(sales.with(6, 2_266_860)) })
  await open()
  expect(await figure('Acima do limite de 2026')).toHaveTextContent('R$ 3.324,70')
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Você passa a ME em 1º de janeiro de 2027.Até 20% acima, o imposto sobre a diferença é pago em guia própria. LC 123/2006, art. 18-A, § 7º, III, a.',
  )
})

it('shows months before the first transaction as without data, and another year by its address', async () => {
  answer({ firstMonth: '2026-10', totals: totalsOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 704_740, 648_630]) })
  await open()
  await figure('Ainda cabem em 2026')
  const months = within(screen.getByRole('region', { name: 'Receita de 2026' })).getAllByRole('listitem')
  expect(months.map((item) => item.textContent)).toEqual(['jan a setsem dados', 'out7.047,40', 'nov6.486,30'])
  expect(screen.getByRole('region', { name: 'DAS' })).toHaveTextContent('Jan a setSem dados')
  press(screen.getByRole('main'), 'Ver 2025')
  expect(await figure('Faltaram para o limite de 2025')).toHaveTextContent('R$ 81.000,00')
  expect(screen.getByRole('button', { name: 'Ver 2024' })).toBeDisabled()
})

it('asks for opening and activities first', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Ver meu limite' }))
  expect(await screen.findByText('Escolha uma data')).toBeVisible()
  expect(screen.getByText('Escolha o que o MEI faz: comércio, indústria ou serviços')).toBeVisible()
  expect(api.requests.filter((request) => request.startsWith('PUT'))).toEqual([])
})

it('enters a refused profile again, the first one and a changed one', async () => {
  api.fail('PUT', /^\/mei$/)
  await open()
  fireEvent.change(await screen.findByLabelText('Quando o MEI foi aberto'), { target: { value: '12/03/2024' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^Presto serviços/ }))
  press(screen.getByRole('main'), 'Ver meu limite')
  await review()
  api.recover()
  const sent: unknown[] = []
  api.writes['PUT /mei'] = (body) => {
    sent.push(body)
    api.reads['/mei'] = () => ({ mei: { ...profile, ...(body as object) } })
    return { mei: { ...profile, ...(body as object) } }
  }
  answer()
  api.reads['/mei'] = () => ({ mei: null })
  press(screen.getByRole('main'), 'Corrigir Dados do MEI')
  expect(await screen.findByLabelText('Quando o MEI foi aberto')).toHaveValue('12/03/2024')
  expect(screen.getByRole('checkbox', { name: /^Presto serviços/ })).toBeChecked()
  press(screen.getByRole('main'), 'Ver meu limite')
  await figure('Ainda cabem em 2026')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toMatchObject([{ openedOn: '2024-03-12', activities: ['services'] }])

  api.fail('PUT', /^\/mei$/)
  press(screen.getByRole('main'), 'Mudar o que conta')
  const sheet = await screen.findByRole('dialog', { name: 'Dados do MEI' })
  fireEvent.click(within(within(sheet).getByRole('group', { name: 'Tem empregado' })).getByLabelText('Sim'))
  press(sheet, 'Salvar')
  await review()
  api.recover()
  press(screen.getByRole('main'), 'Corrigir Dados do MEI')
  const again = await screen.findByRole('dialog', { name: 'Dados do MEI' })
  expect(within(within(again).getByRole('group', { name: 'Tem empregado' })).getByLabelText('Sim')).toBeChecked()
  press(again, 'Salvar')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ hasEmployee: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('confirms the payments that look like the DAS, but the one that is released', async () => {
  for (const day of ['2026-09-20', '2026-10-20'])
    api.change('POST', '/transactions', {
      id: `0190d3a0-0000-7000-8000-0000${day.replaceAll('-', '')}`,
      type: 'expense',
      amount: 8705,
      description: 'Simples Nacional',
      transactionDate: day,
    })
  answer()
  await open()
  await screen.findByText('2 pagamentos parecem DAS.')
  press(screen.getByRole('region', { name: 'DAS' }), 'Conferir')
  const sheet = await screen.findByRole('dialog', { name: '2 pagamentos parecem DAS' })
  fireEvent.click(await within(sheet).findByRole('checkbox', { name: /DAS de agosto de 2026/ }))
  press(sheet, 'Confirmar')
  await waitFor(() => expect(screen.getByRole('region', { name: 'DAS' })).toHaveTextContent('Setembro20/10Paga em 20/10'))
  expect(api.transactions().map(({ fiscal }) => fiscal?.dasOf)).toEqual(['2026-09', undefined])
})

it('opens the rows of a figure, and says where the rest is', async () => {
  const sale = { type: 'income', category: 'Vendas', amount: 648_630, transactionDate: '2026-11-03' }
  api.change('POST', '/transactions', { ...sale, id: '0190d3a0-0000-7000-8000-000000000001', description: 'Encomendas' })
  answer()
  await open()
  await figure('Ainda cabem em 2026')
  press(screen.getByRole('main'), 'Ver as 11')
  const sheet = await screen.findByRole('dialog', { name: 'Receita de 2026' })
  const month = await within(sheet).findByRole('region', { name: 'novembro de 2026' })
  expect(within(month).getByRole('link')).toHaveTextContent('Encomendas03/11/2026, Vendas')
  expect(sheet).toHaveTextContent('A conta inteira é R$ 67.524,70. R$ 61.038,40 vêm de vendas recebidas em outra época.')
})

it('keeps the frame after a failed load, and what is shown after a failed refresh', async () => {
  answer()
  api.fail('GET', /^\/mei\/years/)
  const account = await open()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar o ano do MEI.')
  api.recover()
  press(alert, 'Tentar de novo')
  await figure('Ainda cabem em 2026')

  api.fail('GET', /^\/mei\/years/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await figure('Ainda cabem em 2026')
})
