import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewReminderDevice, PushMessage } from '@prumo/shared/reminders'

/** How a push service answers: a status, perhaps with headers, a connection that it cuts, or nothing at all. */
export type PushAnswer = number | { status: number; headers: Record<string, string> } | 'cut' | 'silence'

/** A browser that is subscribed at a push service. */
export interface TestBrowser {
  subscription: NewReminderDevice
  /** What it was sent and could decrypt, also what the service did not accept. */
  sent: PushMessage['notification'][]
  /** What the service accepted: the tags in the order of their arrival. */
  delivered: PushMessage['notification'][]
  /** How the service answers next; the last one stays. 201 by default. */
  answers: PushAnswer[]
}

/** A push service on this machine. */
export interface TestPushService {
  origin: string
  subscribe: () => TestBrowser
  close: () => Promise<void>
}

export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { browser: TestBrowser; open: (body: Buffer) => PushMessage }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => accept(request, response, Buffer.concat(chunks)))
  })
  const accept = ({ url = '' }: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const known = browsers.get(url)
    if (!known) return void response.writeHead(404).end()
    const { browser, open } = known
    const { notification } = open(body)
    browser.sent.push(notification)
    const answer = (browser.answers.length > 1 ? browser.answers.shift() : browser.answers[0]) ?? 201
    if (answer === 'silence') return
    if (answer === 'cut') return void response.destroy()
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
    if (status < 300) browser.delivered.push(notification)
    response.writeHead(status, headers).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe() {
      const receiver = createECDH('prime256v1')
      const [p256dh, auth] = [receiver.generateKeys('base64url'), randomBytes(16)]
      const path = `/push/${randomUUID()}`
      const subscription = { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
      const browser: TestBrowser = { subscription, sent: [], delivered: [], answers: [] }
      browsers.set(path, { browser, open: (body) => JSON.parse(decryptPush(body, receiver.getPrivateKey(), auth)) as PushMessage })
      return browser
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The subscription of a browser at a real push service, to which nothing is to be sent. @param id ends its address */
export function createTestSubscription(id: string = randomUUID()): NewReminderDevice {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${id}`, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}

/** Decrypts as a browser does, written after RFC 8188 and 8291 on their own. */
export function decryptPush(body: Buffer, receiverPrivate: Buffer, auth: Buffer): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  const [senderPoint, record] = [body.subarray(21, 21 + length), body.subarray(21 + length)]
  if (record.length > size) throw new Error('The record is longer than its size')
  const own = createECDH('prime256v1')
  own.setPrivateKey(receiverPrivate)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderPoint])
  const keying = Buffer.from(hkdfSync('sha256', own.computeSecret(senderPoint), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', keying, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', keying, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is not that of a last record')
  return padded.subarray(0, end).toString()
}
