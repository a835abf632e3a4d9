import { allowAgainText, arrivalText, deliveryText, devicesText } from './reminder-texts'

it('says when a message arrives', () => {
  const on = (day: string | null, hour = 8) => arrivalText(day, hour, '2026-11-27')
  expect(on('2026-11-27')).toBe('Assim chega hoje, 27/11, às 8h')
  expect(on('2026-11-28')).toBe('Assim chega amanhã, 28/11, às 8h')
  expect(on('2026-11-29', 0)).toBe('Assim chega no domingo, 29/11, à 0h')
  expect(on('2026-11-30', 1)).toBe('Assim chega na segunda, 30/11, à 1h')
  expect(on(null, 20)).toBe('Por exemplo, às 20h')
})

it('says how the last delivery to a device went', () => {
  const device = { id: 'a', device: 'Chrome no Android', lastDeliveredAt: null, failedAt: null }
  const lastDeliveredAt = '2026-11-23T11:00:00.000Z'
  expect(deliveryText(device, false)).toBe('Nenhum lembrete ainda')
  expect(deliveryText({ ...device, lastDeliveredAt }, true)).toBe('Este aparelho. Último lembrete em 23/11, às 8h00')
  expect(deliveryText({ ...device, lastDeliveredAt, failedAt: '2026-11-24T11:05:00.000Z' }, false)).toBe(
    'Último lembrete em 23/11, às 8h00. A entrega de 24/11, às 8h05 falhou',
  )
  expect([0, 1, 2].map(devicesText)).toEqual(['Nenhum aparelho permitiu ainda', 'Em 1 aparelho', 'Em 2 aparelhos'])
})

it('says where a denied permission is given again', () => {
  expect(allowAgainText('ios', true)).toContain('Ajustes')
  expect(allowAgainText('android', true)).toContain('Informações do app')
  expect(allowAgainText('windows', false)).toContain('ao lado do endereço')
})
