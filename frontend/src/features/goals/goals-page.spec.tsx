import { screen, waitFor, within } from '@testing-library/react'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh, refusals, review, type } from '../../app/test-screens'
import type { Account } from '../../data/account'
import { TestApi } from '../../data/test-api'
import { Component as GoalsPage } from './goals-page'

const ID = '00000000-0000-4000-8000-000000000001'
let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = () => openScreen(api, '/dashboard/goals', GoalsPage)
/** Opens the screen of an account with one goal, which has R$ 5.200,00 of R$ 8.000,00. */
async function openWith(title: string): Promise<Account> {
  const goal = { id: ID, title, targetAmount: 800_000, currentAmount: 520_000, deadline: '2026-12-20', category: 'Equipamentos' }
  api.change('POST', '/goals', goal)
  const account = await open()
  await findRow(title)
  return account
}
const findRow = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('li')!
/** A figure of the summary. */
const figure = (label: string) =>
  within(screen.getByRole('region', { name: 'Resumo das metas' }))
    .getByText(label)
    .parentElement!.querySelector('dd')!

async function addProgress(amount: string): Promise<void> {
  press(screen.getByRole('main'), 'Adicionar Progresso em Forno')
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar Progresso' })
  type(dialog, 'Valor', amount)
  press(dialog, 'Adicionar')
}

it('rolls a refused goal back, and offers what was typed again', async () => {
  api.fail('POST', /^\/goals$/)
  await openWith('Curso')
  press(screen.getByRole('main'), 'Nova meta')
  const form = await screen.findByRole('form', { name: 'Nova meta' })
  type(form, 'Título', 'Forno')
  type(form, 'Valor da meta', '8000')
  type(form, 'Prazo', '02/01/2027')
  type(form, 'Categoria', 'Outros')
  press(form, 'Salvar')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  expect(screen.queryByRole('heading', { name: 'Forno' })).toBeNull()

  api.recover()
  expect(await review()).toHaveTextContent('Dados inválidos')
  press(screen.getByRole('main'), 'Corrigir Forno')
  const again = await screen.findByRole('form', { name: 'Nova meta' })
  expect(within(again).getByLabelText('Valor da meta')).toHaveValue('8.000,00')
  press(again, 'Salvar')
  await findRow('Forno')
  await waitFor(() => expect(api.goals().map(({ title }) => title)).toEqual(['Curso', 'Forno']))
})

it('enters refused progress again at its goal', async () => {
  api.fail('PATCH', /progress$/)
  await openWith('Forno')
  await addProgress('300,5')
  await review()
  api.recover()
  press(screen.getByRole('main'), 'Corrigir Forno')
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar Progresso' })
  expect(within(dialog).getByLabelText('Valor')).toHaveValue('300,50')
  press(dialog, 'Adicionar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(api.goals()[0]?.currentAmount).toBe(550_050))
  const row = await findRow('Forno')
  expect(row).toHaveTextContent('R$ 5.500,50 de R$ 8.000,00')
  await waitFor(() => expect(row).not.toHaveTextContent('Sua mudança não entrou'))
})

it('does not apply progress to a goal that changed elsewhere unseen', async () => {
  const account = await openWith('Forno')
  api.change('PUT', `/goals/${ID}`, { currentAmount: 700_000 })
  await addProgress('2000')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  await refresh(account)
  const row = await findRow('Forno')
  expect(row).toHaveTextContent('R$ 7.000,00 de R$ 8.000,00')
  expect(row).toHaveTextContent('Sua mudança não entrou')
  expect(await review()).toHaveTextContent(/mudou em outro aparelho/i)
  expect(screen.getByRole('button', { name: 'Comparar Forno' })).toBeVisible()
  expect(api.goals()[0]?.currentAmount).toBe(700_000)
})

it('keeps a name typed on a form and another device’s later change of the amount, which completes the goal', async () => {
  const account = await openWith('Forno')
  press(screen.getByRole('main'), 'Editar Forno')
  const form = await screen.findByRole('form', { name: 'Editar Forno' })
  type(form, 'Título', 'Forno novo')
  api.change('PUT', `/goals/${ID}`, { currentAmount: 800_000 })
  await refresh(account)
  await waitFor(() => expect(figure('Concluídas')).toHaveTextContent('1'))
  expect(within(form).getByLabelText('Título')).toHaveValue('Forno novo')
  press(form, 'Salvar')
  await waitFor(() => expect(api.goals()[0]).toMatchObject({ title: 'Forno novo', currentAmount: 800_000, completed: true }))
  expect(await findRow('Forno novo')).toHaveTextContent('R$ 8.000,00')
})

it('keeps the frame after a failed load, which can be retried', async () => {
  api.fail('GET', /^\/goals$/)
  await open()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar as metas.')
  expect(figure('Em andamento')).toHaveTextContent('—')
  api.recover()
  press(alert, 'Tentar de novo')
  expect(await screen.findByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
})

it('keeps what is shown after a failed refresh, and says so beside it', async () => {
  const account = await openWith('Forno')
  api.fail('GET', /^\/goals$/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await findRow('Forno')
})
