/** @jest-environment node */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { read } from '@e965/xlsx'
import type { PackageSource, PackedReceipt } from '../../data/package-source'
import { aTransaction } from '../../data/test-fixtures'
import { buildXlsx } from '../../lib/xlsx-content'
import { ZipStream } from '../../lib/zip-stream'
import { packMonth } from './month-package'
import { reportHtml } from './package-documents'
import { ReceiptNames, safeName } from './package-names'

const FIELDS = ['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'recordedAt', 'meta', 'data'] as const
const totals = { income: 704_740, expense: 613_020, balance: 91_720, count: 2_000 }

/** The event that closed a month, chained as docs/event-chain.md says. */
function proofOfMonth(): PackageSource['proof'] {
  const after = { month: '2026-10', income: totals.income, expense: totals.expense, count: totals.count }
  const fields = {
    accountId: '0190d3a0-0000-7000-8000-0000000000aa',
    seq: 1_284,
    entity: 'month',
    entityId: '0190d3a0-0000-7000-8000-0000000000bb',
    entityVersion: 1,
    type: 'MonthClosed',
    schemaVersion: 1,
    recordedAt: '2026-11-05T22:02:00.000Z',
    meta: '{}',
    data: JSON.stringify({ before: null, after }),
  }
  const previousHash = 'ab'.repeat(32)
  const text = ['prumo-event-1', ...FIELDS.map((name) => String(fields[name]))].join('\n')
  const hash = createHash('sha256').update(Buffer.from(previousHash, 'hex')).update(text, 'utf8').digest('hex')
  return { month: '2026-10', previousHash, event: { ...fields, hash } }
}

function sourceOf(count: number, receiptCount: number): PackageSource {
  const transactions = Array.from({ length: count }, (_, index) =>
    aTransaction({
      id: `t${index}`,
      description: index % 3 === 0 ? 'Gás: botijão "P13" <cozinha>' : `Feira ${index}`,
      amount: 1_000 + index,
      type: index % 2 === 0 ? 'expense' : 'income',
      date: `2026-10-${String((index % 31) + 1).padStart(2, '0')}`,
    }),
  )
  const types = ['image/jpeg', 'application/pdf', 'application/xml']
  const receipts = Array.from({ length: receiptCount }, (_, index): PackedReceipt => {
    return { id: `r${index}`, transactionId: `t${Math.floor(index / 2)}`, type: types[index % 3] as string }
  })
  return {
    month: '2026-10',
    businessName: 'Doce Lar & Cia',
    closedAt: '2026-11-05T22:02:00.000Z',
    totals,
    transactions,
    wallets: null,
    receipts,
    readReceipt: ({ id }) => Promise.resolve(new Uint8Array(50_000).fill(Number(id.slice(1)) % 256)),
    mei: null,
    proof: proofOfMonth(),
  }
}

/** Writes a package as the worker does. */
async function archiveOf(source: PackageSource): Promise<{ archive: Buffer; paths: string[] }> {
  const chunks: Uint8Array[] = []
  const zip = new ZipStream({ write: (bytes) => Promise.resolve(void chunks.push(bytes)) })
  const paths: string[] = []
  for await (const file of packMonth(source)) {
    paths.push(file.path)
    const bytes = 'bytes' in file ? file.bytes : new Uint8Array(await (await buildXlsx(file.sheets)).arrayBuffer())
    await zip.add(file.path, bytes)
  }
  await zip.end()
  return { archive: Buffer.concat(chunks), paths }
}

const folder = mkdtempSync(join(tmpdir(), 'prumo-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('packs 2,000 transactions and 300 receipts so that another program opens them, and the proof verifies', async () => {
  const started = performance.now()
  const { archive, paths } = await archiveOf(sourceOf(2_000, 300))
  expect(performance.now() - started).toBeLessThan(30_000)
  const file = join(folder, 'pacote.zip')
  writeFileSync(file, archive)
  execFileSync('python3', ['-m', 'zipfile', '-t', file])
  execFileSync('python3', ['-m', 'zipfile', '-e', file, folder])
  expect(paths.filter((path) => path.startsWith('comprovantes/'))).toHaveLength(300)
  for (const path of paths) expect(readFileSync(join(folder, path)).length).toBeGreaterThan(0)

  const rows = readFileSync(join(folder, 'transacoes.csv'), 'utf8').trim().split('\r\n')
  expect(rows).toHaveLength(2_001)
  const named = paths.filter((path) => path.startsWith('comprovantes/'))
  expect(named.every((path) => rows.some((row) => row.includes(path)))).toBe(true)
  expect(readFileSync(join(folder, named[299] as string))).toEqual(Buffer.alloc(50_000, 299 % 256))
  expect(read(readFileSync(join(folder, 'transacoes.xlsx'))).SheetNames).toEqual(['Transações'])
  expect(readFileSync(join(folder, 'relatorio.html'), 'utf8')).toContain('Gás: botijão &quot;P13&quot; &lt;cozinha&gt;')

  const verifier = join(__dirname, '../../../../docs/verify-export.mjs')
  const proof = join(folder, 'prova.json')
  expect(execFileSync('node', [verifier, '--month', proof], { encoding: 'utf8' })).toContain('whole: 2026-10 was closed at 1284:')
  writeFileSync(proof, readFileSync(proof, 'utf8').replace('7047.4', '7047.5'))
  const changed = spawnSync('node', [verifier, '--month', proof], { encoding: 'utf8' })
  expect([changed.status, changed.stderr + changed.stdout]).toEqual([1, expect.stringContaining('its income is not that of the event')])
}, 120_000)

it('reads the bytes of a few receipts before their turn, and no more', async () => {
  const reads: string[] = []
  const source = sourceOf(4, 6)
  const files = packMonth({ ...source, readReceipt: (receipt) => (reads.push(receipt.id), source.readReceipt(receipt)) })
  const seen: number[] = []
  for await (const { path } of files) if (path.startsWith('comprovantes/')) seen.push(reads.length)
  expect(seen).toEqual([4, 5, 6, 6, 6, 6])
})

it('dates the closing as São Paulo does, also after nine in the evening', () => {
  const source = { ...sourceOf(1, 0), closedAt: '2026-12-01T01:30:00.000Z' }
  expect(reportHtml(source)).toContain('fechado em 30/11/2026.')
})

it('makes names that Windows takes, each once whatever its case', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.constantFrom(1, 2)), { maxLength: 20 }), (rows) => {
      const names = new ReceiptNames()
      const paths = rows.map(([description, amount]) => names.add(aTransaction({ description, amount, date: '2026-10-01' }), 'image/jpeg'))
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
      for (const path of paths) {
        const parts = path.split('/')
        expect(parts).toHaveLength(3)
        // oxlint-disable-next-line no-control-regex
        for (const part of parts) expect(part).not.toMatch(/[<>:"\\|?*\u0000-\u001F\u007F]|[ .]$|^[ .]/)
      }
    }),
  )
  expect(safeName(' ..  ')).toBe('sem nome')
})
