import { crc32, deflateSync } from 'node:zlib'
import type { AttachmentType } from '@prumo/shared/attachment-rules'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatPlainCentavos, type Centavos } from '@prumo/shared/money'

/** A receipt of a demo account, with its day. */
export interface DemoReceipt {
  on: CalendarDate
  /** Names its transaction within the account. */
  of: string
  name: string
  type: AttachmentType
  bytes: Buffer
}

/** What a receipt is for. */
interface Purchase {
  on: CalendarDate
  description: string
  amount: Centavos
}

/** A PDF with the lines of a receipt. */
export function pdfOf({ on, description, amount }: Purchase): Buffer {
  const lines = ['RECIBO', description, `Data: ${dayText(on)}`, `Valor: R$ ${formatPlainCentavos(amount)}`]
  const shown = lines
    .map((line, index) => `BT /F1 ${index === 0 ? 22 : 14} Tf 48 ${340 - 40 * index} Td (${escaped(line)}) Tj ET`)
    .join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 400] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  file += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  // One byte a character, so that the offsets above hold.
  return Buffer.from(file, 'latin1')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, (letter) => `\\${letter}`)
}

const [WIDTH, HEIGHT] = [240, 360]

/** A PNG that looks like a till receipt: grey lines on white paper. */
export function pngOfReceipt(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const isLine = y > 40 && y < HEIGHT - 40 && y % 24 < 6
    // Each row begins with its filter, none.
    return Buffer.from([
      0,
      ...Array.from({ length: WIDTH }, (__, x) => (isLine && x > 24 && x < WIDTH - 24 - ((y * 7) % 90) ? 0x77 : 0xfa)),
    ])
  })
  const size = Buffer.alloc(8)
  size.writeUInt32BE(WIDTH, 0)
  size.writeUInt32BE(HEIGHT, 4)
  const greyscale = Buffer.from([8, 0, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [
    chunk('IHDR', Buffer.concat([size, greyscale])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, content: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** An invoice with the fields that a person looks for; it is of no real company. */
export function xmlOf({ on, description, amount }: Purchase): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<nfeProc versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe">
  <NFe>
    <infNFe versao="4.00">
      <ide><natOp>Venda</natOp><dhEmi>${on}T10:15:00-03:00</dhEmi></ide>
      <emit><xNome>${description}</xNome></emit>
      <dest><xNome>Doce Lar Confeitaria</xNome></dest>
      <total><ICMSTot><vNF>${(amount / 100).toFixed(2)}</vNF></ICMSTot></total>
    </infNFe>
  </NFe>
</nfeProc>
`)
}

function dayText(date: CalendarDate): string {
  return date.split('-').toReversed().join('/')
}

interface NamedPurchase extends Purchase {
  /** Its name within the account. */
  of: string
}

/** Receipts of the latest purchases of the example account: a PDF, an invoice, and a photo of a till receipt. */
export function exampleReceipts(entries: readonly Purchase[], gas: NamedPurchase): DemoReceipt[] {
  const latest = (description: string): NamedPurchase[] => {
    const index = entries.findLastIndex((entry) => entry.description === description)
    const entry = entries[index]
    return entry ? [{ ...entry, of: `transaction ${index}` }] : []
  }
  return [
    ...latest('Moinho Central').map((of) => receipt(of, 'nota-moinho-central.xml', 'application/xml', xmlOf(of))),
    ...latest('Embalagens Aurora').map((of) => receipt(of, 'recibo-embalagens.pdf', 'application/pdf', pdfOf(of))),
    receipt(gas, 'cupom-gas.png', 'image/png', pngOfReceipt()),
  ]
}

function receipt({ on, of }: NamedPurchase, name: string, type: AttachmentType, bytes: Buffer): DemoReceipt {
  return { on, of, name, type, bytes }
}
