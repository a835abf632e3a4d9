import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { meiDefaults } from '@prumo/shared/mei-rules'
import { meiYearOf } from '@prumo/shared/mei-year'
import type { Reminders } from '@prumo/shared/reminders'
import { closeScreen, openScreen, press } from '../../../app/test-screens'
import { TestApi } from '../../../data/test-api'
import { TEST_PUSH_KEY, TestPush } from '../../../data/test-push'
import RemindersTab from './reminders-tab'

let api: TestApi
let push: TestPush
let uninstall: () => void
let reminders: Reminders
const sent: unknown[] = []
const windows = { id: 'w', device: 'Firefox no Windows', lastDeliveredAt: '2026-11-19T11:00:00.000Z', failedAt: null }

beforeEach(() => {
  sent.length = 0
  push = new TestPush()
  uninstall = push.install()
  reminders = { email: false, push: false, hour: 8, withAmounts: false, devices: [], calendarCreatedAt: null }
  api = new TestApi()
  api.reads['/reminders'] = () => ({ reminders })
  api.reads['/push/key'] = () => ({ publicKey: TEST_PUSH_KEY })
  api.writes['PUT /reminders'] = (changes) => {
    sent.push(changes)
    reminders = { ...reminders, ...(changes as Partial<Reminders>) }
    return { reminders }
  }
  api.writes['POST /reminders/devices'] = (subscription) => {
    sent.push((subscription as { endpoint: string }).endpoint)
    const device = { id: 'c', device: 'Chrome no Linux', lastDeliveredAt: null, failedAt: null }
    reminders = { ...reminders, devices: [...reminders.devices, device] }
    return { device }
  }
})
afterEach(() => {
  closeScreen()
  uninstall()
})

const open = () => openScreen(api, '/dashboard/settings', RemindersTab, {}, { emailVerified: true })
const region = (name: string) => screen.findByRole('region', { name })
const bill = (description: string) =>
  api.change('POST', '/transactions', {
    id: crypto.randomUUID(),
    description,
    amount: 90_000,
    type: 'expense',
    transactionDate: '2026-11-20',
    isScheduled: true,
  })

it('asks for the permission only after a tap, and then shows this device', async () => {
  await open()
  const intro = await region('Este computador ainda não avisa você')
  expect(push.prompts).toBe(0)
  expect(intro).toHaveTextContent('Por exemplo, às 8h2 contas vencem hoje1 entrada prevista para hoje.')
  press(intro, 'Permitir neste computador')
  const devices = await region('Aparelhos')
  expect(devices).toHaveTextContent('Chrome no LinuxEste aparelho. Nenhum lembrete ainda')
  expect([push.prompts, sent]).toEqual([1, [push.subscription?.endpoint, { push: true }]])
  expect(screen.getByRole('heading', { name: 'Resumo do dia' })).toHaveFocus()
  expect(await screen.findByRole('switch', { name: /^Notificação Em 1 aparelho/ })).toBeChecked()
  api.writes['DELETE /reminders/devices/c'] = () => void (reminders = { ...reminders, devices: [windows] })
  press(devices, 'Desligar Chrome no Linux')
  expect(await within(devices).findByText('Chrome no Linux: desligado.')).toBeVisible()
  expect(within(devices).getByRole('heading', { name: 'Aparelhos' })).toHaveFocus()
  await waitFor(() => expect(within(devices).getByRole('button', { name: 'Ligar neste computador' })).toBeVisible())
  expect([push.subscription, push.prompts]).toEqual([null, 1])
})

it('subscribes anew where the account lost this device', async () => {
  await open()
  press(await region('Este computador ainda não avisa você'), 'Permitir neste computador')
  await region('Aparelhos')
  reminders = { ...reminders, devices: [windows] }
  fireEvent.click(screen.getByRole('switch', { name: /^Mostrar valores/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ligar neste computador' }))
  await waitFor(() => expect(screen.getByText(/^Este aparelho\./)).toBeVisible())
  const endpoints = sent.filter((each) => typeof each === 'string')
  expect([endpoints.length, new Set(endpoints).size, push.prompts]).toEqual([2, 2, 2])
})

it('has no button once the person denied it, and says where to allow it', async () => {
  push.answer = 'denied'
  await open()
  press(await region('Este computador ainda não avisa você'), 'Permitir neste computador')
  expect(await screen.findByText('Bloqueado neste computador')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Permitir/ })).toBeNull()
  expect(sent).toEqual([])
})

it('asks an iPhone to install the app first', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)')
  await open()
  expect(await region('No iPhone')).toHaveTextContent('Instale antes: “Compartilhar”, “Adicionar à Tela de Início”.')
  expect(screen.queryByRole('button', { name: /^Permitir/ })).toBeNull()
})

it('names in the message what the MEI has to pay', async () => {
  const profile = { ...meiDefaults, openedOn: '2026-03-12', activities: ['industry'] as const }
  const empty = { totals: [], dasPayments: [], deliveries: [] }
  api.reads['/mei'] = () => ({ mei: { ...profile, version: 1 } })
  api.reads['/mei/years/2026'] = () => ({ year: meiYearOf({ profile, year: 2026, today: '2026-11-20', firstMonth: '2026-03', ...empty }) })
  await open()
  const intro = await region('Este computador ainda não avisa você')
  await waitFor(() => expect(intro).toHaveTextContent('DAS de outubro de 2026 vence amanhã'))
})

it('shows the message as it will arrive: a count, names in a mail, and amounts where they are wanted', async () => {
  bill('Aluguel da cozinha')
  reminders = { ...reminders, push: true, hour: 23, devices: [windows] }
  await open()
  const contents = await region('O que entra')
  await waitFor(() => expect(contents).toHaveTextContent('Assim chega hoje, 20/11, às 23h1 conta vence hoje'))
  expect(contents).not.toHaveTextContent('Aluguel')
  fireEvent.click(screen.getByRole('switch', { name: /^Mostrar valores/ }))
  await waitFor(() => expect(contents).toHaveTextContent('Aluguel da cozinha, R$ 900,00.'))
  fireEvent.click(screen.getByRole('switch', { name: /^Mostrar valores/ }))
  fireEvent.click(screen.getByRole('switch', { name: /^Notificação/ }))
  fireEvent.click(screen.getByRole('switch', { name: /^Email/ }))
  await waitFor(() => expect(contents).toHaveTextContent('Aluguel da cozinha.'))
  expect(sent).toEqual([{ withAmounts: true }, { withAmounts: false }, { push: false }, { email: true }])
})

it('falls back and says why where a change is refused', async () => {
  reminders = { ...reminders, push: true, devices: [windows] }
  await open()
  const hour = await screen.findByRole('combobox', { name: 'Hora' })
  api.fail('PUT', /^\/reminders$/, { code: 'INTERNAL' })
  fireEvent.change(hour, { target: { value: '20' } })
  expect(hour).toHaveValue('20')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(hour).toHaveValue('8')
})

it('does not turn mails on before the address is confirmed', async () => {
  await openScreen(api, '/dashboard/settings', RemindersTab, {}, { emailVerified: false })
  expect(await screen.findByRole('switch', { name: /Confirme o email antes/ })).toBeDisabled()
})

it('sends a test, and says why it could not', async () => {
  reminders = { ...reminders, push: true, devices: [windows] }
  api.writes['POST /reminders/test'] = () => null
  await open()
  const devices = await region('Aparelhos')
  expect(devices).toHaveTextContent('Último lembrete em 19/11, às 8h00')
  press(devices, 'Enviar um teste')
  expect(await within(devices).findByText('Teste enviado. Ele chega em instantes.')).toBeVisible()
  api.fail('POST', /test$/, { code: 'RATE_LIMITED' })
  press(devices, 'Enviar um teste')
  await waitFor(() => expect(devices).not.toHaveTextContent('Teste enviado'))
  expect(await within(devices).findByRole('alert')).toBeVisible()
})

it('shows the address of the calendar once, and says what stops working before it is replaced', async () => {
  let made = 0
  api.writes['POST /reminders/calendar'] = () => {
    reminders = { ...reminders, calendarCreatedAt: '2026-11-20T12:00:00.000Z' }
    return { calendarUrl: `https://prumo.app/api/calendars/${++made}.ics` }
  }
  api.writes['DELETE /reminders/calendar'] = () => void (reminders = { ...reminders, calendarCreatedAt: null })
  reminders = { ...reminders, push: true, devices: [windows] }
  await open()
  const calendar = await region('Calendário')
  press(calendar, 'Criar o endereço')
  expect(await within(calendar).findByLabelText('Endereço do calendário')).toHaveValue('https://prumo.app/api/calendars/1.ics')
  press(calendar, 'Trocar o endereço')
  const question = await screen.findByRole('dialog', { name: 'Trocar o endereço?' })
  expect(question).toHaveTextContent('O endereço de agora para de funcionar na hora.')
  press(question, 'Manter o de agora')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(made).toBe(1)
  press(calendar, 'Trocar o endereço')
  press(await screen.findByRole('dialog'), 'Trocar o endereço')
  await waitFor(() =>
    expect(within(calendar).getByLabelText('Endereço do calendário')).toHaveValue('https://prumo.app/api/calendars/2.ics'),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press(calendar, 'Desligar o calendário')
  press(await screen.findByRole('dialog'), 'Desligar o calendário')
  expect(await within(calendar).findByRole('button', { name: 'Criar o endereço' })).toBeVisible()
})
