import { restoreTexts } from '@prumo/shared/restore-rules'
import { BlobSink, ZipStream } from '../../lib/zip-stream'
import { readChosenCopy, readCopy } from './read-copy'

const transaction = { id: 'a', type: 'income', amount: 0.29, importId: null, importKey: null, recurrenceId: null, nominal: null }
const movement = { id: 'b', kind: 'deposit', amount: 8.2, balance: 8.2 }
const file = {
  exportedAt: '2026-11-20T12:00:00.000Z',
  user: { businessName: 'Doce Lar' },
  transactions: [transaction, { ...transaction, id: 'c', type: 'expense', amount: 0.07 }],
  goals: [{ id: 'd', targetAmount: 80, currentAmount: 1, completed: false }],
  tasks: [],
  imports: [],
  recurrences: [],
  movements: [movement],
  emergencyFund: { currentAmount: 8.2 },
  balance: null,
  totals: { income: 0.29, expense: 0.07, transactions: 2, goals: 1, tasks: 0, fund: 8.2 },
}
const read = (content: unknown, size = 1) =>
  readCopy({ size, text: () => Promise.resolve(typeof content === 'string' ? content : JSON.stringify(content)) })

it('summarises a copy, in centavos', async () => {
  expect(await read(file)).toEqual({
    file,
    contents: {
      exportedAt: file.exportedAt,
      totals: { income: 29, expense: 7, transactions: 2, goals: 1, tasks: 0, fund: 820 },
      balance: null,
      emergencyFund: { currentAmount: 820 },
      wallets: [],
      imports: [],
      recurrences: [],
      movements: [movement].map((each) => ({ ...each, amount: 820, balance: 820 })),
      attachments: 0,
      records: 5,
      businessName: 'Doce Lar',
    },
    files: new Map(),
  })
})

const encode = (text: string) => new TextEncoder().encode(text)
async function archiveOf(name: string, files: Readonly<Record<string, Uint8Array>>): Promise<File> {
  const packed = new BlobSink()
  const archive = new ZipStream(packed)
  for (const [path, bytes] of Object.entries(files)) await archive.add(path, bytes)
  await archive.end()
  return new File([packed.blob()], name)
}

describe('with receipts', () => {
  const id = '0190d3a0-0000-7000-8000-0000000000a1'
  const withReceipt = { ...file, attachments: [{ id, transactionId: 'a', type: 'image/jpeg', size: 3 }] }
  async function packed(copy: object, folder = ''): Promise<File> {
    return archiveOf('prumo-backup-2026-11-20.zip', {
      [`${folder}prumo-backup-2026-11-20.json`]: encode(JSON.stringify(copy)),
      [`${folder}comprovantes/${id}.jpg`]: new Uint8Array([255, 216, 255]),
      [`${folder}comprovantes/0190d3a0-0000-7000-8000-0000000000a2.jpg`]: encode('other'),
    })
  }

  it.each(['', 'prumo-backup-2026-11-20/'])('reads the packed copy, and its receipts when they are asked for, in "%s"', async (folder) => {
    const chosen = await readChosenCopy(await packed(withReceipt, folder))
    if ('problem' in chosen) throw new Error(chosen.problem)
    expect([chosen.file, chosen.contents.attachments, [...chosen.files.keys()]]).toEqual([withReceipt, 1, [id]])
    const entry = chosen.files.get(id)!
    expect([entry.type, [...new Uint8Array(await (await entry.read()).arrayBuffer())]]).toEqual(['image/jpeg', [255, 216, 255]])
  })

  it('reads a file that is not packed, whose receipts are elsewhere', async () => {
    const chosen = await readChosenCopy(new File([JSON.stringify(withReceipt)], 'prumo-backup-2026-11-20.json'))
    expect(chosen).toMatchObject({ contents: { attachments: 1 }, files: new Map() })
  })

  it('refuses an archive without a copy, and one whose sums differ', async () => {
    const other = await archiveOf('fotos.zip', { 'fotos/1.jpg': encode('x') })
    expect(await readChosenCopy(other)).toEqual({ problem: restoreTexts.notOurs })
    expect(await readChosenCopy(await packed({ ...withReceipt, goals: [] }))).toEqual({ problem: restoreTexts.changed })
  })
})

it.each([
  ['another amount', { ...file, transactions: [{ ...transaction, amount: 0.3 }] }],
  ['a row less', { ...file, goals: [] }],
  ['another movement', { ...file, movements: [{ ...movement, amount: 8.21 }] }],
  ['other totals', { ...file, totals: { ...file.totals, fund: 8 } }],
])('rejects a copy with %s', async (_what, changed) => {
  expect(await read(changed)).toEqual({ problem: restoreTexts.changed })
})

it.each([
  '',
  '{',
  '[]',
  '{}',
  'null',
  '{"transactions":[]}',
  JSON.stringify({ ...file, totals: null }),
  JSON.stringify({ ...file, exportedAt: 'x' }),
])('rejects %s', async (text) => {
  expect(await read(text)).toEqual({ problem: restoreTexts.notOurs })
})

it('rejects a file that is too large', async () => {
  expect(await read(file, 20 * 1024 * 1024 + 1)).toMatchObject({ problem: expect.stringContaining('mais de 20 MB') })
})
