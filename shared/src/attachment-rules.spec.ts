import fc from 'fast-check'
import { attachmentTypeOf, attachmentTypes, detectAttachmentType, SIGNATURE_BYTES } from './attachment-rules.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const withMark = (text: string) => Uint8Array.of(0xef, 0xbb, 0xbf, ...bytesOf(text))

describe('detectAttachmentType', () => {
  it.each([
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png, 'image/png'],
    ['a WebP', bytesOf('RIFF\u0001\u0002\u0003\u0004WEBPVP8 '), 'image/webp'],
    ['a PDF', bytesOf('%PDF-1.7\n'), 'application/pdf'],
    ['an XML declaration', bytesOf('<?xml version="1.0" encoding="UTF-8"?><nfeProc/>'), 'application/xml'],
    ['an XML declaration after a byte order mark', withMark('<?xml version="1.0"?>'), 'application/xml'],
    ['an NF-e without a declaration', bytesOf('<nfeProc versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe">'), 'application/xml'],
    ['an NFS-e with a prefix and white space', bytesOf('\r\n  <ns2:CompNfse>'), 'application/xml'],
  ])('recognises %s', (_, bytes, type) => {
    expect(detectAttachmentType(bytes)).toBe(type)
  })

  it.each([
    ['an empty file', new Uint8Array()],
    ['an SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['an HTML page', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['a longer name that begins like an invoice', bytesOf('<NFeFalsa>')],
    ['a declaration that only begins like XML', bytesOf('<?xmlish?>')],
    ['a GIF', bytesOf('GIF89a')],
    ['an AVI', bytesOf('RIFF\u0001\u0002\u0003\u0004AVI ')],
    ['a ZIP', bytesOf('PK\u0003\u0004')],
    ['a part of a signature', png.subarray(0, 7)],
    ['a PDF after other bytes', bytesOf('MZ%PDF-1.7')],
  ])('does not recognise %s', (_, bytes) => {
    expect(detectAttachmentType(bytes)).toBeNull()
  })

  it('depends on the first bytes alone', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: SIGNATURE_BYTES, maxLength: 400 }),
        fc.constantFrom(jpeg, png, bytesOf('<?xml ')),
        (rest, begin) => {
          const file = Uint8Array.of(...begin, ...rest)
          expect(detectAttachmentType(file)).toBe(detectAttachmentType(file.subarray(0, SIGNATURE_BYTES)))
          expect([null, ...attachmentTypes]).toContain(detectAttachmentType(rest))
        },
      ),
    )
  })
})

describe('attachmentTypeOf', () => {
  it.each([
    ['image/jpeg', 'image/jpeg'],
    ['Application/PDF', 'application/pdf'],
    ['text/xml; charset=utf-8', 'application/xml'],
    ['image/svg+xml', null],
    ['application/json', null],
    ['', null],
    [undefined, null],
  ])('reads %s', (header, type) => {
    expect(attachmentTypeOf(header)).toBe(type)
  })
})
