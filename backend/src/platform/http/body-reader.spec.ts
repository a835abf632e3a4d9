import { PassThrough, Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { BodyReader } from './body-reader.js'

const MAX_BYTES = 400_000
const longest = Buffer.from(`{"rows":[1${`,"${'x'.repeat(1_000)}"`.repeat(390)}]}`)

/** A request with the largest body of its route, and its response. */
function request(headers: Record<string, string> = { 'content-length': String(longest.length) }) {
  const response = new PassThrough()
  const routeOptions = { bodyLimit: MAX_BYTES, config: {} }
  return { request: { headers, routeOptions, ip: '127.0.0.1', response } as unknown as FastifyRequest, response }
}

it('bounds the bytes of bodies in work, and queues others for a limited time', async () => {
  const reader = new BodyReader(2 * MAX_BYTES, 100)
  const read = (sent: ReturnType<typeof request>) => reader.read(sent.request, Readable.from([longest]))
  const [one, other] = [request(), request({})]
  expect(await Promise.all([read(one), read(other)])).toMatchObject([{ rows: expect.any(Array) }, { rows: expect.any(Array) }])
  await expect(read(request())).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
  // Answered, or aborted by the client.
  one.response.end()
  one.response.resume()
  await read(request())
  other.response.destroy()
  await read(request())
})

it('refuses a body that is over the limit or aborted', async () => {
  const reader = new BodyReader()
  await expect(reader.read(request({ 'content-length': '30000000' }).request, Readable.from([]))).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  })
  await expect(reader.read(request({}).request, Readable.from([longest, longest]))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  const broken = new PassThrough()
  broken.write('{"rows":')
  setImmediate(() => broken.destroy())
  await expect(reader.read(request().request, broken)).rejects.toMatchObject({ code: 'VALIDATION' })
})
