import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileMailer } from './file-mailer.js'
import { MailNotSent } from './mailer.js'
import { SmtpMailer } from './smtp-mailer.js'

const link = `http://localhost:3000/reset-password?token=${'Ab3_'.repeat(16)}`
const mail = { to: 'ana@exemplo.com', subject: 'Sua nova senha', text: `Você pediu:\n\n${link}\n\nAté já = tchau\n` }

describe('mails as files', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'prumo-mail-')), 'mails')
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true }))

  async function kept(): Promise<string[]> {
    const files = (await readdir(folder)).sort()
    return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  }

  it('contain the text as written, with unbroken links', async () => {
    await new FileMailer(folder, 'Prumo <ola@prumo.app>').send(mail, 'um')
    const [text = ''] = await kept()
    const [head = '', ...body] = text.split('\n\n')
    expect(body.join('\n\n')).toBe(mail.text)
    expect(head).toContain('From: Prumo <ola@prumo.app>\n')
    expect(head).toContain('To: ana@exemplo.com\n')
    expect(head).toContain('Subject: Sua nova senha\n')
    expect(head).toContain('Content-Type: text/plain; charset=utf-8')
    expect(head).toContain('Content-Transfer-Encoding: 8bit')
  })

  it('contain both forms of a mail that has two', async () => {
    await new FileMailer(folder, 'ola@prumo.app').send({ ...mail, html: '<p>Olá</p>' }, 'um')
    const [text = ''] = await kept()
    expect(text).toContain('multipart/alternative')
    expect(text).toContain('<p>Ol=C3=A1</p>')
  })

  it('are named in the order they were sent, and readable by the owner only', async () => {
    const mailer = new FileMailer(folder, 'ola@prumo.app')
    for (const subject of ['um', 'dois', 'tres']) await mailer.send({ ...mail, subject }, 'um')
    expect((await kept()).map((text) => /Subject: (.*)/.exec(text)?.[1])).toEqual(['um', 'dois', 'tres'])
    const [file = ''] = await readdir(folder)
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  })

  it('prevent a header injection by the subject', async () => {
    await new FileMailer(folder, 'ola@prumo.app').send({ ...mail, subject: 'Oi\r\nBcc: outra@exemplo.com' }, 'um')
    expect((await kept())[0]).not.toMatch(/^Bcc:/m)
  })
})

describe('mails by SMTP', () => {
  /** A server that accepts every mail except to one address. */
  async function startServer() {
    const received: string[] = []
    const recipients: string[] = []
    const server = createServer((socket) => {
      let data: string | null = null
      const say = (line: string) => void socket.write(`${line}\r\n`)
      say('220 test')
      socket.on('error', () => undefined)
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        recipients.push(...[...chunk.matchAll(/^rcpt to:(\S+)/gim)].map(([, recipient]) => recipient ?? ''))
        if (data !== null) {
          data += chunk
          if (!data.endsWith('\r\n.\r\n')) return
          received.push(data)
          data = null
        } else if (/^data/i.test(chunk)) {
          data = ''
          return say('354 go')
        } else if (/^rcpt.*fora@/i.test(chunk)) return say('550 no such mailbox fora@exemplo.com')
        return say('250 ok')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { received, recipients, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  }

  it('are delivered', async () => {
    const server = await startServer()
    await new SmtpMailer(server.url, 'Prumo <ola@prumo.app>').send(mail, 'um')
    expect(server.received[0]).toContain('To: ana@exemplo.com')
    server.close()
  })

  it.each(['Prumo <ola@prumo.app>', 'ola@prumo.app'])('have the same Message-ID when a retry sends them again, as %s', async (from) => {
    const server = await startServer()
    for (const id of ['um', 'um', 'dois']) await new SmtpMailer(server.url, from).send(mail, id)
    expect(server.received.map((text) => /^Message-ID: (.*)\r$/m.exec(text)?.[1])).toEqual([
      '<um@prumo.app>',
      '<um@prumo.app>',
      '<dois@prumo.app>',
    ])
    server.close()
  })

  it.each(['a,victim@x.com', 'a<victim@x.com', 'a; victim@x.com', 'grupo:victim@x.com;'])('go to no other recipient for %s', async (to) => {
    const server = await startServer()
    await new SmtpMailer(server.url, 'ola@prumo.app').send({ ...mail, to, replyTo: to }, 'um').catch(() => undefined)
    server.close()
    expect(server.recipients.filter((recipient) => /^<?victim@/i.test(recipient))).toEqual([])
  })

  it('fail without naming an address', async () => {
    const server = await startServer()
    const failure: Error = await new SmtpMailer(server.url, 'ola@prumo.app').send({ ...mail, to: 'fora@exemplo.com' }, 'um').then(
      () => new Error('sent'),
      (error) => error,
    )
    expect(failure).toBeInstanceOf(MailNotSent)
    expect(failure.message).toBe('EENVELOPE 550')
    expect(JSON.stringify([failure.stack, failure.cause])).not.toContain('fora@')
    server.close()
    const undelivered = new SmtpMailer(server.url, 'ola@prumo.app').send(mail, 'um')
    await expect(undelivered).rejects.toThrow(MailNotSent)
  })
})
