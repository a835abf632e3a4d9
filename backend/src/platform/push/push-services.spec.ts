import { BROWSER_SERVICES, isPublicAddress, isServiceName, PushServices } from './push-services.js'

const services = new PushServices([...BROWSER_SERVICES, 'http://127.0.0.1:4100'])

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'http://127.0.0.1:4100/push/1',
])('accepts %s', (endpoint) => {
  expect(services.accepts(endpoint)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.exemplo.com/x',
  'https://exemplo.com/fcm.googleapis.com',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@exemplo.com/x',
  'https://notify.windows.com.br/x',
  'https://evilnotify.windows.com/x',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'http://127.0.0.1:4101/push/1',
  'https://127.0.0.1:4100/push/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'não é um endereço',
])('refuses %s', (endpoint) => {
  expect(services.accepts(endpoint)).toBe(false)
})

it.each(['8.8.8.8', '142.250.78.10', '2a00:1450:4001:81b::200a', '2607:f8b0:4008:80b::200a'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  'exemplo.com',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it('names a host, the hosts below one, or a local origin', () => {
  for (const name of [...BROWSER_SERVICES, 'http://localhost:4100', 'http://[::1]:4100']) expect(isServiceName(name)).toBe(true)
  for (const name of ['', '*', '*.com.', 'https://fcm.googleapis.com', 'http://exemplo.com:80', '10.0.0.1', 'a..b', 'FCM.googleapis.com'])
    expect([name, isServiceName(name)]).toEqual([name, false])
})
