import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sha256 } from './sha-256'

it('equals the standard implementation', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})
