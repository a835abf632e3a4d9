import { atClockTime, untilClockTime } from './clock-time.js'
import { securityNotice } from './security-notice.js'

const at = (text: string) => Date.parse(`2026-11-20T${text}-03:00`)

it.each([
  ['13:50', 'às 13h50', 'as 13h50'],
  ['09:02', 'às 9h02', 'as 9h02'],
  ['01:05', 'à 1h05', 'a 1h05'],
  ['00:12', 'à 0h12', 'a 0h12'],
])('%s is %s', (time, text, until) => {
  expect([atClockTime(at(time)), untilClockTime(at(time))]).toEqual([text, until])
})

it('a mail about security writes times like the screens', () => {
  const { text } = securityNotice({ to: 'ana@exemplo.com', subject: '', happened: '', at: at('09:02'), publicUrl: 'https://prumo.test' })
  expect(text).toContain('Quando: 20/11/2026, às 9h02, horário de Brasília.')
})
