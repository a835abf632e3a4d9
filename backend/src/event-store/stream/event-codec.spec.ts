import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DataKey } from '../../platform/crypto/account-keys.js'
import { EventCodec, UnreadableEvent } from './event-codec.js'
import { defineEvents, personal } from './event.js'

/** One event with the shapes of three releases. */
const first = defineEvents({ NoteWritten: { data: z.strictObject({ after: z.strictObject({ text: personal(z.string()) }) }) } })
const withColour = (data: Record<string, unknown>) => {
  // Changed in place: a copy would decrypt the sealed text.
  Object.assign(data['after'] as object, { colour: null })
  return data
}
const colour = z.string().nullable()
const second = defineEvents({
  NoteWritten: { data: z.strictObject({ after: z.strictObject({ text: personal(z.string()), colour }) }), upcasters: [withColour] },
})
const third = defineEvents({
  NoteWritten: {
    data: z.strictObject({ after: z.strictObject({ text: personal(z.string()), colour }), pinned: z.boolean() }),
    upcasters: [withColour, (data) => ({ ...data, pinned: false })],
  },
})

const key = new DataKey(Buffer.alloc(32, 1))
const accountId = randomUUID()
const place = { accountId, seq: 1, entity: 'note', entityId: accountId, entityVersion: 1, recordedAt: '2026-11-20T12:00:00.000Z' }
const meta = { commandId: randomUUID(), actor: accountId, source: 'app' } as const
const encode = (family: typeof first, data: object) =>
  new EventCodec([family]).encode({ type: 'NoteWritten', data }, place, meta, key, Buffer.alloc(32))

it.each([
  [1, first, { after: { text: 'Bolo' } }, { after: { text: 'Bolo', colour: null }, pinned: false }],
  [2, second, { after: { text: 'Bolo', colour: 'red' } }, { after: { text: 'Bolo', colour: 'red' }, pinned: false }],
  [3, third, { after: { text: 'Bolo', colour: 'red' }, pinned: true }, { after: { text: 'Bolo', colour: 'red' }, pinned: true }],
])('upcasts an event of version %i to the newest shape, and decrypts its texts on access', (version, family, written, expected) => {
  const row = encode(family, written)
  expect(row.schemaVersion).toBe(version)
  expect(row.data).not.toContain('Bolo')
  const codec = new EventCodec([third])
  const read = codec.decode(row, key)
  expect(read.data).toEqual(expected)
  expect(codec.matchesSchema(read)).toBe(true)
  const otherKey = new DataKey(Buffer.alloc(32, 2))
  const unopened = codec.decode(row, otherKey).data as { after: { text: string } }
  expect(() => unopened.after.text).toThrow(UnreadableEvent)
})

it('refuses an event of an unknown version', () => {
  const row = encode(third, { after: { text: 'Bolo', colour: null }, pinned: true })
  expect(() => new EventCodec([second]).decode(row, key)).toThrow('version 3 of NoteWritten is unknown')
})

it('seals every text of a list', () => {
  const family = defineEvents({ NoteWritten: { data: z.strictObject({ names: z.array(personal(z.string())) }) } })
  const codec = new EventCodec([family])
  const row = codec.encode({ type: 'NoteWritten', data: { names: ['Bolo', 'Torta'] } }, place, meta, key, Buffer.alloc(32))
  expect(row.data).not.toMatch(/Bolo|Torta/)
  expect(codec.decode(row, key).data).toEqual({ names: ['Bolo', 'Torta'] })
})
