import { createHash, randomUUID } from 'node:crypto'
import { addDays } from '@prumo/shared/calendar'
import { closingTexts } from '@prumo/shared/closing-rules'
import { v7 as newId } from 'uuid'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import type { ModelRandom } from './test-model-commands.js'
import { expectClosed } from './test-model-requests.js'
import {
  attachmentsOf,
  haveSameFields,
  isPending,
  walletsInOrder,
  type ModelAccount,
  type ModelBalance,
  type ModelEntity,
  type ModelFields,
  type ModelStatement,
} from './test-model.js'
import { standingOn, statedBalance, toWalletAnswer } from './test-model-answers.js'
import { closedMonthsChanged } from './test-model-decider.js'

/** The tools for acting on an account exclusively. */
export interface BankTools {
  random: ModelRandom
  sendUntilAnswered: (request: ModelRequest) => Promise<ModelAnswer>
  expect: (found: unknown, expected: unknown, what: string) => void
  /** The day around which dates are chosen. */
  today: string
  /** The account's id, once it is registered. */
  userId: () => string
  /** Called for each changed transaction. */
  became: (thing: ModelEntity, before: ModelEntity | undefined) => void
}

/** The effect of an import on one transaction, and its fields before; undefined where the import created it. */
interface ModelStatementLine {
  id: string
  fields: ModelFields
  before: ModelFields | undefined
}

interface ModelImport {
  id: string
  lines: ModelStatementLine[]
  /** The balance that the statement ended with, if it named one. */
  stated: PlacedStatement | null
}

/** What was stated about a wallet. */
interface PlacedStatement {
  walletId: string
  statement: ModelStatement
}

/**
 * Imports statements into the main wallet, undoes imports and states balances of wallets for a person. Nothing else may happen in
 * the account meanwhile.
 */
export class BankModel {
  #accepted: ModelImport[] = []

  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
  ) {}

  async act(): Promise<void> {
    const what = this.ways.random.weighted({ accept: 3, undo: this.#accepted.length > 0 ? 3 : 0, state: 1 })
    if (what === 'accept') return this.#accept()
    return what === 'undo' ? this.#undo() : this.#state()
  }

  reset(): void {
    this.#accepted = []
  }

  async #accept(): Promise<void> {
    const { random, expect, today } = this.ways
    const { mainWallet } = this.account
    const isExpected = ({ fields }: ModelEntity) => fields.type !== 'transfer' && fields.walletId === mainWallet
    const pending = [...this.account.things.values()].filter((thing) => thing.alive && isPending(thing) && isExpected(thing))
    const rows = Array.from({ length: random.whole(1, 4) }, () => this.#row(pending.splice(0, random.chance(0.5) ? 1 : 0)[0]))
    const closing = random.chance(0.5) ? this.#balance() : null
    const id = newId()
    const sent = rows.map(({ expected, ...row }) => ({ ...row, ...(expected && { settles: expected.id }) }))
    const body = { id, fileName: `${today}.ofx`, format: 'ofx', rows: sent, ...(closing && { closing: inClosing(closing) }) }
    const imported = await this.#command('/imports', body)
    const lines = rows.map(({ expected, id: own, ...row }): ModelStatementLine => {
      const flags = { isConfirmed: true, isReceived: true, importId: id }
      const { description, category, type, date } = row
      const places = { walletId: mainWallet, toWalletId: null, toDate: null }
      const origin = { ...places, note: null, fiscal: null, statementText: null, isScheduled: false, recurrenceId: null, instalment: null }
      const recorded = { description, amount: centavos(row.amount), type, category, date, ...origin, ...flags }
      const fields = expected ? { ...expected.fields, ...flags, date } : recorded
      return { id: expected?.id ?? own, fields, before: expected?.fields }
    })
    const closed = lines.map(({ id: lineId, fields }) => this.#closedMonths(lineId, fields, true))
    if (closed.some((months) => months.length > 0)) {
      const named = rows.flatMap(({ date }, index): [string, string[]][] =>
        closed[index]?.length === 0 ? [] : [[`rows.${index}`, [closingTexts.closed([date.slice(0, 7)])]]],
      )
      return expectClosed(this.ways, imported, [...new Set(closed.flat())].toSorted(), 'import', Object.fromEntries(named))
    }
    const { status, body: answer } = imported
    expect(
      [status, answer.import?.count, answer.import?.settled],
      [201, rows.length, rows.filter(({ expected }) => expected).length],
      'import',
    )
    for (const line of lines) this.#becomes(line.id, line.fields, true, answer.import.createdAt)
    this.#accepted.push({ id, lines, stated: closing && this.#states(mainWallet, closing) })
    await this.#lookAtBalance()
    // The same file from another device.
    const again = await this.#command('/imports', { ...body, id: newId(), rows: sent.map((row) => ({ ...row, id: newId() })) })
    expect(again.status, 409, 'an import of what stands')
  }

  #row(expected: ModelEntity | undefined) {
    const { random, today } = this.ways
    return {
      expected,
      id: newId(),
      key: createHash('sha256').update(randomUUID()).digest('hex'),
      date: addDays(today, random.whole(-60, 0)),
      amount: expected ? Number(expected.fields.amount) / 100 : random.whole(1, 50_000) / 100,
      type: String(expected?.fields.type ?? random.of(['income', 'expense'])),
      description: random.of(['PIX 123 Feira', 'Tarifa', 'Boleto']),
      category: random.of([null, 'Vendas', 'Taxas']),
    }
  }

  async #undo(): Promise<void> {
    const { random, sendUntilAnswered, expect } = this.ways
    const [taken] = this.#accepted.splice(random.whole(0, this.#accepted.length - 1), 1) as [ModelImport]
    const own = taken.lines.flatMap((line) => {
      const thing = this.account.things.get(line.id)
      return thing?.alive && thing.fields.importId === taken.id ? [{ line, thing }] : []
    })
    // One with a receipt is not deleted.
    const canLeave = ({ id, before }: ModelStatementLine) => before !== undefined || attachmentsOf(this.account, id).length === 0
    const leaving = own.filter(({ line, thing }) => haveSameFields(thing.fields, line.fields) && canLeave(line)).map(({ line }) => line)
    const kept = own.filter(({ line }) => !leaving.includes(line)).map(({ line }) => line.id)
    const closed = leaving.flatMap(({ id, before, fields }) => this.#closedMonths(id, before ?? fields, before !== undefined))
    if (closed.length > 0) {
      this.#accepted.push(taken)
      const { body } = await sendUntilAnswered({ method: 'GET', path: `/activity?entity=import&entityId=${taken.id}&limit=1` })
      const inHistory = `/activity/${body.activity[0].position}/undo`
      const refused = await this.#command(random.chance(0.5) ? inHistory : `/imports/${taken.id}/undo`, {})
      return expectClosed(this.ways, refused, [...new Set(closed)].toSorted(), 'undo of an import')
    }
    let at: string
    if (random.chance(0.5)) {
      const { status, body } = await this.#command(`/imports/${taken.id}/undo`, {})
      const removed = leaving.filter(({ before }) => !before).length
      expect(
        [status, body.removed, new Set(body.kept), body.import?.keptCount],
        [200, removed, new Set(kept), kept.length],
        'undo of an import',
      )
      at = body.import.undoneAt
    } else {
      at = await this.#undoNewest(`/activity?entity=import&entityId=${taken.id}&limit=1`)
    }
    for (const { id, before, fields } of leaving) this.#becomes(id, before ?? fields, before !== undefined, at)
    const { stated } = taken
    if (stated) this.#setUndone(stated, true)
    await this.#lookAtBalance()
    expect((await this.#command(`/imports/${taken.id}/undo`, {})).status, 409, 'a second undo of an import')
    if (!random.chance(0.5)) return

    const back = await this.#undoNewest(`/activity?entity=import&entityId=${taken.id}&limit=1`)
    for (const { id, fields } of leaving) this.#becomes(id, fields, true, back)
    if (stated) this.#setUndone(stated, false)
    this.#accepted.push(taken)
    await this.#lookAtBalance()
    const { body } = await sendUntilAnswered({ method: 'GET', path: `/imports/${taken.id}` })
    expect(new Set(body.transactionIds), new Set([...leaving.map(({ id }) => id), ...kept]), 'the transactions of an import')
  }

  /** States the balance of the main wallet or of another. */
  async #state(): Promise<void> {
    const { random, expect, today } = this.ways
    const said = this.#balance()
    const { mainWallet } = this.account
    const wallet = random.of(walletsInOrder(this.account))
    const [isMain, body] = [random.chance(0.4), { amount: said.amount / 100, date: said.date }]
    const walletId = isMain ? mainWallet : wallet.id
    const isSame = standingOn(this.account, walletId, said.date) === said.amount
    const answer = await this.#command(isMain ? '/balance' : `/wallets/${walletId}/balance`, body, 'PUT')
    const stated = isSame ? null : this.#states(walletId, said)
    const expected = isMain
      ? { balance: statedBalance(this.account, walletId) }
      : { wallet: toWalletAnswer(this.account, wallet, this.ways.userId(), answer.body.wallet?.balance?.date ?? today) }
    expect([answer.status, answer.body], [200, expected], 'balance')
    if (!stated || !random.chance(0.6)) return
    await this.#undoNewest(`/activity?entity=balance&entityId=${walletId}&limit=1`)
    this.#setUndone(stated, true)
    await this.#lookAtBalance()
  }

  #states(walletId: string, said: ModelStatement['said']): PlacedStatement {
    const balance = this.#balanceOf(walletId)
    const statement = { said, isUndone: false }
    balance.statements.push(statement)
    balance.version++
    this.account.usedWallets.add(walletId)
    return { walletId, statement }
  }

  /** Of each day the latest statement that is not undone stands. */
  #setUndone({ walletId, statement }: PlacedStatement, isUndone: boolean): void {
    const { date } = statement.said
    const before = standingOn(this.account, walletId, date)
    statement.isUndone = isUndone
    if (standingOn(this.account, walletId, date) !== before) this.#balanceOf(walletId).version++
  }

  #balanceOf(walletId: string): ModelBalance {
    const known = this.account.balances.get(walletId) ?? { statements: [], version: 0 }
    this.account.balances.set(walletId, known)
    return known
  }

  /** @returns the time of the undo */
  async #undoNewest(path: string): Promise<string> {
    const { sendUntilAnswered, expect } = this.ways
    const { body } = await sendUntilAnswered({ method: 'GET', path })
    const [entry] = body.activity
    expect([entry?.undoable, entry?.undoReason], [true, null], `the newest entry of ${path}`)
    const answer = await this.#command(`/activity/${entry.position}/undo`)
    expect(answer.status, 200, `undo of ${entry.type}`)
    return answer.body.activity.at
  }

  #command(path: string, body?: Record<string, unknown>, method: 'POST' | 'PUT' = 'POST'): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({ method, path, ...(body && { body }), key: randomUUID() })
  }

  /** The closed months that a change of a transaction would change. */
  #closedMonths(id: string, fields: ModelFields, alive: boolean): string[] {
    const after = { kind: 'transactions', id, fields, alive, version: 0, createdAt: '', updatedAt: '' } as const
    return closedMonthsChanged(this.account, this.account.things.get(id), after)
  }

  #becomes(id: string, fields: ModelFields, alive: boolean, at: string): void {
    const before = this.account.things.get(id)
    const version = (before?.version ?? 0) + 1
    this.ways.became({ kind: 'transactions', id, fields, alive, version, createdAt: before?.createdAt ?? at, updatedAt: at }, before)
  }

  #balance(): { amount: number; date: string } {
    const { random, today } = this.ways
    return { amount: random.whole(-50_000, 50_000), date: addDays(today, random.whole(-5, -1)) }
  }

  async #lookAtBalance(): Promise<void> {
    const { body } = await this.ways.sendUntilAnswered({ method: 'GET', path: '/balance' })
    this.ways.expect(body.balance, statedBalance(this.account, this.account.mainWallet), 'balance as it is read')
  }
}

const centavos = (reais: number) => Math.round(reais * 100)

function inClosing({ amount, date }: { amount: number; date: string }): { date: string; balance: number } {
  return { date, balance: amount / 100 }
}
