import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker } from '../../test/test-worker.js'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const params = { from_name: 'Rita Prado', from_email: ' Rita@Exemplo.com.br', subject: 'duvida', message: 'Como eu cancelo?\nObrigada.' }
const ids = { service_id: 'servico', template_id: 'modelo', user_id: 'pessoa' }
const send = (template_params: unknown, more: object = {}) =>
  test.send('POST', '/v1.0/email/send', { body: { ...ids, ...more, template_params } })
const waiting = () => test.database.rows<{ sealed: string }>({ text: 'select sealed from contact_messages' })

it('stores a message sealed, mails it to the support mailbox, and deletes it', async () => {
  const answer = await send(params, { accessToken: 'de outro' })
  expect(answer).toMatchObject({ status: 200, body: 'OK' })
  expect(answer.headers['content-type']).toContain('text/plain')
  expect((await waiting()).map(({ sealed }) => /Rita|cancelo/i.test(sealed))).toEqual([false])
  const [row] = await test.database.rows({ text: `select kind, subject from outbox where kind = 'contact-mail'` })
  expect(JSON.stringify(row)).not.toMatch(/rita/i)

  const worker = await startTestWorker(test)
  try {
    await until(async () => (await waiting()).length === 0)
    await until(async () => (await test.database.rows({ text: `select 1 from outbox where kind = 'contact-mail'` })).length === 0)
  } finally {
    await worker.close()
  }
  const mails = await readdir(join(test.dataDir, 'mails'))
  expect(mails).toHaveLength(1)
  const mail = await readFile(join(test.dataDir, 'mails', mails[0] as string), 'utf8')
  expect(mail).toContain('To: contato@prumo.app\n')
  expect(mail).toContain('Reply-To: rita@exemplo.com.br\n')
  expect(mail).toContain('Como eu cancelo?\nObrigada.\n\nRita Prado\nrita@exemplo.com.br')
})

it.each([
  ['Por favor, digite seu nome', { ...params, from_name: ' ' }],
  ['Por favor, digite seu email', { ...params, from_email: '' }],
  ['Por favor, digite um email válido', { ...params, from_email: 'rita' }],
  ['Por favor, escolha um assunto', { ...params, subject: 'queixa' }],
  ['Por favor, escreva sua mensagem', { ...params, message: '\n' }],
  ['Use no máximo 5000 caracteres', { ...params, message: 'x'.repeat(5001) }],
  ['Por favor, digite seu nome', {}],
  ['Por favor, digite seu nome', undefined],
])('refuses: %s', async (error, body) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error } })
})

it('answers a bot with success, and stores nothing', async () => {
  expect(await send({ ...params, website: 'https://exemplo.com' })).toMatchObject({ status: 200, body: 'OK' })
  expect(await waiting()).toEqual([])
})

it('accepts five an hour from an address', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' })
  try {
    const statuses: number[] = []
    for (let time = 0; time < 6; time++)
      statuses.push((await limited.send('POST', '/v1.0/email/send', { body: { template_params: params } })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})
