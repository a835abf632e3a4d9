import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh, refusals, review, type } from '../../app/test-screens'
import type { Account } from '../../data/account'
import { TestApi } from '../../data/test-api'
import { Component as TasksPage } from './tasks-page'

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = () => openScreen(api, '/dashboard/tasks', TasksPage)
/** Opens the screen of an account with these objectives, the newest first. */
async function openWith(...titles: string[]): Promise<Account> {
  for (const [index, title] of titles.toReversed().entries())
    api.change('POST', '/tasks', { id: idOf(index), title, type: 'objective', estimatedCost: 1_000 })
  const account = await open()
  await findBox(titles[0]!)
  return account
}
const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
const findBox = (name: string) => screen.findByRole('checkbox', { name })
const rowOf = async (title: string) => (await findBox(title)).closest('li')!

it('rolls refused changes back, with the reason, and offers what was typed again', async () => {
  await openWith('B', 'A')
  api.fail('PUT', /^\/tasks/)
  api.fail('POST', /^\/tasks$/)
  fireEvent.click(await findBox('A'))
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  expect(await findBox('A')).not.toBeChecked()
  expect(await rowOf('A')).toHaveTextContent('Sua mudança não entrou')

  press(screen.getByRole('main'), 'Novo objetivo')
  const sheet = await screen.findByRole('dialog', { name: 'Novo item' })
  type(sheet, 'Título', 'C')
  press(sheet, 'Salvar')
  await waitFor(async () => expect(await refusals()).toHaveTextContent('2 lançamentos não foram aceitos'))
  expect(screen.queryByRole('checkbox', { name: 'C' })).toBeNull()
  const main = await review()
  expect(within(main).getAllByText('Dados inválidos')).toHaveLength(2)

  api.recover()
  press(main, 'Corrigir C')
  const again = await screen.findByRole('dialog', { name: 'Novo item' })
  expect(within(again).getByLabelText('Título')).toHaveValue('C')
  press(again, 'Salvar')
  await findBox('C')
  await waitFor(() => expect(api.tasks().map(({ title }) => title)).toEqual(['C', 'B', 'A']))
})

it('discards a refused change when its form is saved with the account’s values', async () => {
  const account = await openWith('Uma')
  api.fail('PUT', /^\/tasks/)
  press(screen.getByRole('main'), 'Editar Uma')
  const sheet = await screen.findByRole('dialog', { name: 'Editar item' })
  type(sheet, 'Título', 'Outra')
  press(sheet, 'Salvar')
  press(await review(), 'Corrigir Uma')
  const again = await screen.findByRole('dialog', { name: 'Editar item' })
  expect(within(again).getByLabelText('Título')).toHaveValue('Outra')
  type(again, 'Título', 'Uma')
  press(again, 'Salvar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Não aceitos' })).toBeNull())
  await waitFor(() => expect(account.outbox.state().queue).toEqual([]))
})

it('queues a command during a temporary failure, says so, and sends it later', async () => {
  const account = await openWith('A')
  api.fail('PUT', /^\/tasks/, { code: 'UNAVAILABLE', times: 2 })
  fireEvent.click(await findBox('A'))
  await waitFor(async () => expect(await rowOf('A')).toHaveTextContent('Aguardando envio'))
  expect(await findBox('A')).toBeChecked()
  expect(api.tasks()[0]?.completed).toBe(false)
  account.outbox.wake()
  await waitFor(async () => expect(await rowOf('A')).not.toHaveTextContent('Aguardando envio'))
  expect(api.tasks()[0]?.completed).toBe(true)
})

it('keeps a name typed on a form and another device’s later change of the cost', async () => {
  await openWith('A')
  press(screen.getByRole('main'), 'Editar A')
  const sheet = await screen.findByRole('dialog', { name: 'Editar item' })
  api.change('PUT', `/tasks/${idOf(0)}`, { estimatedCost: 2_500 })
  type(sheet, 'Título', 'B')
  press(sheet, 'Salvar')
  await waitFor(() => expect(api.tasks()[0]).toMatchObject({ title: 'B', estimatedCost: 2_500 }))
  await waitFor(async () => expect(await rowOf('B')).toHaveTextContent('25,00'))
})

it('keeps the frame after a failed load, which can be retried', async () => {
  api.fail('GET', /^\/tasks$/)
  await open()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar os itens.')
  api.recover()
  press(alert, 'Tentar de novo')
  expect(await screen.findByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
})

it('keeps what is shown after a failed refresh, and says so beside it', async () => {
  const account = await openWith('A')
  api.fail('GET', /^\/tasks$/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await findBox('A')
})
