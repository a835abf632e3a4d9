import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { TestApi } from '../data/test-api'
import Palette from './palette'
import { closeScreen, openScreen, press } from './test-screens'

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

/** Opens the palette of an account with one transaction. */
async function openWith(description: string): Promise<HTMLElement> {
  const id = '00000000-0000-4000-8000-000000000001'
  api.change('POST', '/transactions', { id, description, amount: 1_000, type: 'income', transactionDate: '2026-11-20' })
  await openScreen(api, '/dashboard', Palette)
  return screen.findByRole('dialog', { name: 'Buscar ou ir para' })
}
const search = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })

it('says that it searches, and not that nothing was found', async () => {
  let answer = (): void => undefined
  api.delay(/^\/transactions$/, new Promise((resolve) => (answer = resolve)))
  const palette = await openWith('Bolo de casamento')
  search('casamento')
  expect(await within(palette).findByText('Procurando nas transações…')).toBeVisible()
  await waitFor(() => expect(api.requests).toContain('GET /transactions'))
  expect(within(palette).getByText('Procurando nas transações…')).toBeVisible()
  expect(within(palette).queryByText(/Nada encontrado/)).toBeNull()
  answer()
  expect(await within(palette).findByRole('option', { name: /^Bolo de casamento/ })).toBeVisible()
  expect(within(palette).queryByText('Procurando nas transações…')).toBeNull()
})

it('reports a failed search beside the results so far, and can retry it', async () => {
  api.fail('GET', /^\/transactions$/)
  const palette = await openWith('Metas da loja')
  search('metas')
  expect(await within(palette).findByRole('alert')).toHaveTextContent('Não conseguimos carregar as transações.')
  expect(within(palette).getByRole('option', { name: 'Metas' })).toBeVisible()
  search('metas da')
  const alert = await within(palette).findByRole('alert')
  expect(within(palette).queryByText(/Nada encontrado/)).toBeNull()
  api.recover()
  press(alert, 'Tentar de novo')
  expect(await within(palette).findByRole('option', { name: /^Metas da loja/ })).toBeVisible()
  expect(within(palette).queryByRole('alert')).toBeNull()
})
