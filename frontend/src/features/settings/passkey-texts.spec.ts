import { deviceName, passkeyLine } from './passkey-texts'

it.each([
  ['2026-11-24T13:00:00.000Z', null, 'Criada hoje, ainda não usada'],
  ['2026-10-12T13:00:00.000Z', '2026-11-24T02:00:00.000Z', 'Criada em 12/10, usada ontem'],
  ['2025-10-12T13:00:00.000Z', '2026-11-20T13:00:00.000Z', 'Criada em 12/10/2025, usada em 20/11'],
])('created at %s and used at %s reads %s', (createdAt, lastUsedAt, line) => {
  expect(passkeyLine({ createdAt, lastUsedAt }, '2026-11-24')).toBe(line)
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36', 'Celular Android'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X200) Chrome/140 Safari/537.36', 'Tablet Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Computador com Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
  ['something else', 'Chave de acesso'],
])('names a passkey on %s %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
