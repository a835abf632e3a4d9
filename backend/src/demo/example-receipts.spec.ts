import { inflateSync } from 'node:zlib'
import { detectAttachmentType } from '@prumo/shared/attachment-rules'
import { exampleAccount } from './example-account.js'
import { pdfOf, pngOfReceipt } from './example-receipts.js'

it('the example account has three receipts of what they say they are', () => {
  const { receipts = [], happenings } = exampleAccount('2026-11-20')
  expect(receipts.map(({ type, bytes }) => [type, detectAttachmentType(bytes)])).toEqual([
    ['application/xml', 'application/xml'],
    ['application/pdf', 'application/pdf'],
    ['image/png', 'image/png'],
  ])
  const recorded = new Set(happenings.map(({ of }) => of))
  expect(receipts.every(({ of }) => recorded.has(of))).toBe(true)
})

it('a PDF has each object where its table says', () => {
  const file = pdfOf({ on: '2026-11-20', description: 'Laticínios (Serra)', amount: 123_456 }).toString('latin1')
  const offsets = [...file.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(5)
  for (const [index, offset] of offsets.entries()) expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  expect(file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]))).toMatch(/^xref\n/)
  expect(file).toContain('Laticínios \\(Serra\\)')
  expect(file).toContain('Valor: R$ 1.234,56')
})

it('a PNG has as many pixels as it says', () => {
  const file = pngOfReceipt()
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const length = file.readUInt32BE(33)
  expect(file.toString('latin1', 37, 41)).toBe('IDAT')
  expect(inflateSync(file.subarray(41, 41 + length))).toHaveLength((width + 1) * height)
})
