import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { RunningApp } from '../running-app.js'
import { expect, testOwnApp as test } from '../test.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))

function ops(app: RunningApp, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ops.mjs', ...words], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, PRUMO_DATA_DIR: app.dataDir, PRUMO_OPERATOR: 'ana.lima' },
  })
  return { status, stdout, stderr, lines: stdout.trim().split('\n') }
}

/** Commands that read an account require a reason. */
const because = ['--reason', 'pedido 4711']

function judge(lines: readonly string[], ...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['docs/verify-export.mjs', '-', ...words], {
    cwd: repository,
    encoding: 'utf8',
    input: `${lines.join('\n')}\n`,
  })
  return { status, verdict: stdout.trim() }
}

test('an operator proves from the log what a person sees, now and at earlier moments', { tag: '@long' }, async ({ app, request }) => {
  // Starts some twenty processes in sequence.
  test.setTimeout(300_000)
  const email = `${randomUUID()}@exemplo.com`
  const person = { name: 'Ana Souza', email, password: 'segredo1', businessName: 'Ateliê Ana', businessType: 'Serviços' }
  const registered = await (await request.post('/api/auth/register', { data: person })).json()
  const headers = { authorization: `Bearer ${registered.token}` }
  const sale = { description: 'Bolo de casamento', amount: 1450, type: 'income', category: 'Vendas', transactionDate: '2026-11-20' }
  const { transaction } = await (await request.post('/api/transactions', { data: sale, headers })).json()
  await request.post('/api/transactions', { data: { ...sale, type: 'expense', amount: 386.7, description: 'Embalagens' }, headers })
  await request.put(`/api/transactions/${transaction.id}`, { data: { amount: 1500 }, headers })
  const account = registered.user.id as string

  await test.step('find the account and its events', () => {
    expect(JSON.parse(ops(app, 'account', 'find', email, '--json', ...because).stdout)).toMatchObject({ account, events: 6 })
    expect(ops(app, 'account', 'find', 'nobody@exemplo.com', ...because).status).toBe(1)
    const unasked = ops(app, 'events', '--account', account)
    expect(unasked).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--reason') })
    const events = ops(app, 'events', '--account', account, '--entity', 'transaction', '--json', ...because).lines.map((line) =>
      JSON.parse(line),
    )
    expect(events.map((event) => event.type)).toEqual(['TransactionRecorded', 'TransactionRecorded', 'TransactionCorrected'])
    expect(events[0].data.after.description).toBe('Bolo de casamento')
  })

  await test.step('verify', () => {
    const { status, stdout } = ops(app, 'verify', '--account', account, '--json', ...because)
    const { head, problem } = JSON.parse(stdout)
    expect([status, problem]).toEqual([0, null])
    expect(ops(app, 'verify', '--account', account, '--head', `${head.seq}:${head.hash}`, ...because).status).toBe(0)
    expect(ops(app, 'verify', '--account', account, '--head', `99:${head.hash}`, ...because).status).toBe(1)
    expect(ops(app, 'verify', '--account', 'abc').status).toBe(2)
  })

  await test.step('replay to a position and to a moment, and compare them', () => {
    const before = JSON.parse(ops(app, 'replay', '--account', account, '--at', '4', '--json', ...because).stdout)
    expect(before.summary).toMatchObject({ income: 1450, expense: 386.7, balance: 1063.3, count: 2 })
    expect(before.tables.transaction_list).toHaveLength(2)
    const now = JSON.parse(ops(app, 'replay', '--account', account, '--at', new Date().toISOString(), '--json', ...because).stdout)
    expect(now.summary).toMatchObject({ income: 1500, balance: 1113.3 })
    const changes = ops(app, 'diff', '--account', account, '--from', '4', '--to', '5', ...because).stdout
    expect(changes).toContain('amount: 145000 → 150000')
  })

  await test.step('export with proof; an altered line is named', () => {
    const { status, stderr, lines } = ops(app, 'export', '--account', account, '--proof', ...because)
    // Five events of the person, and nine accesses of the operator.
    expect([status, lines.length]).toEqual([0, 14])
    expect(stderr).toContain('whole: 14 events')
    expect(lines.join()).not.toContain('Bolo de casamento')
    expect(judge(lines)).toMatchObject({ status: 0 })
    const altered = lines.map((line, index) => (index === 3 ? line.replace('38670', '38671') : line))
    expect(judge(altered)).toEqual({ status: 1, verdict: 'broken: line 4: its hash does not follow from its content and the line before' })
    expect(judge(lines.filter((_, index) => index !== 1))).toEqual({ status: 1, verdict: 'broken: line 2: its seq is 3, 2 was due' })
    expect(judge(lines.slice(0, 3), '--head', `14:${JSON.parse(lines[13] ?? '').hash}`)).toEqual({
      status: 1,
      verdict: 'broken: the log ends at 3; 14 is known from elsewhere',
    })
  })

  await test.step('rebuild while it runs', async () => {
    expect(ops(app, 'rebuild', 'transaction_totals').stdout).toContain('Rebuilt transaction_totals')
    expect(ops(app, 'rebuild', 'nothing').status).toBe(2)
    const { summary } = await (await request.get('/api/transactions/summary', { headers })).json()
    expect(summary).toMatchObject({ income: 1500, expense: 386.7 })
    expect(ops(app, 'verify').stdout).toContain('0 with a problem')
  })

  await test.step('each access and its reason is in the history of the person, and in the operator’s log', async () => {
    const { activity } = await (await request.get('/api/activity?source=ops', { headers })).json()
    expect(activity).toHaveLength(9)
    expect(activity[0]).toMatchObject({ summary: 'O suporte olhou seus lançamentos: pedido 4711', undoable: false })
    expect(ops(app, 'log', '--account', account, ...because).stdout).toContain('ana.lima  export')
    expect(ops(app, 'log').stdout).toMatch(/ana\.lima {2}rebuild transaction_totals {2}begun[^]*ok, begun in row/)
    const accesses = ops(app, 'accesses', '--account', account, '--json', ...because).lines.map((line) => JSON.parse(line))
    expect(accesses).toMatchObject([{ kind: 'registration', outcome: 'done', address: expect.stringMatching(/[.:]/) }])
  })
})
