import { randomUUID } from 'node:crypto'
import { addDays } from '@prumo/shared/calendar'
import { flowTypes, transactionCategories } from '@prumo/shared/transaction-rules'
import { v7 as newId } from 'uuid'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import { renameExcluded } from './test-model-mei.js'
import { expectClosed } from './test-model-requests.js'
import {
  haveSameFields,
  NOT_RENAMED,
  type FieldValue,
  type ModelAccount,
  type ModelBody,
  type ModelEntity,
  type ModelFields,
  type ModelRule,
  type RenamedElsewhere,
} from './test-model.js'
import { toAnswer } from './test-model-answers.js'
import { closedMonthsChanged, decide, decideInOpenMonths, fiscalFor, toSentBody } from './test-model-decider.js'

/** A transaction before and after a command on several. */
interface ChangedEntity {
  before: ModelEntity
  after: ModelEntity
}

/** A change that a batch sends, or a deletion. */
type SentBatch = { change: ModelBody } | { delete: true }

/** Few, because each check reads all of them. */
const MOST = 6
const FLAGS = ['isScheduled', 'isConfirmed', 'isReceived']

/**
 * Changes and deletes several transactions of a person at once, renames categories, and undoes and redoes all of it. Nothing else may
 * happen in the account meanwhile.
 */
export class BatchHolder {
  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
    private readonly renameRecurrences: (from: string | null, to: string) => RenamedElsewhere,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const all = this.#alive()
    if (all.length === 0) return
    if (random.chance(0.3)) return this.#rename()
    const chosen = new Map(Array.from({ length: random.whole(1, MOST) }, () => random.of(all)).map((thing) => [thing.id, thing]))
    const things = [...chosen.values()]
    const what = random.weighted({ batch: 8, race: 1, unknown: 1, stale: 1 })
    if (what === 'race') return this.#race(things)
    const batch: SentBatch = random.chance(0.25) ? { delete: true } : { change: this.#change() }
    if (what === 'batch') return this.#batch(things, batch)
    const sent = sentOf(batch)
    const ids = things.map(({ id }) => id)
    const [{ id, version }] = things as [ModelEntity]
    const refused =
      what === 'unknown'
        ? await this.#send('POST', '/transactions/batch', { ids: [...ids, newId()], ...sent })
        : await this.#send('POST', '/transactions/batch', { ids, ...sent, versions: { [id]: version + 1 } })
    this.#expect(refused, what === 'unknown' ? 404 : 412, `a batch of ${what} transactions`)
  }

  #alive(): ModelEntity[] {
    return [...this.account.things.values()].filter(({ kind, alive }) => kind === 'transactions' && alive)
  }

  #change(): ModelBody {
    const { random, today } = this.ways
    const usable = [...this.account.wallets.values()].filter(({ alive, archived }) => alive && !archived)
    const flags = random.of<ModelBody>([
      { isConfirmed: true },
      { isConfirmed: true, isReceived: true },
      { isConfirmed: false },
      { isReceived: true },
    ])
    const change: Record<string, FieldValue> = random.some<FieldValue>({
      category: () => random.of([null, 'Feira de sábado', ...transactionCategories.expense]),
      note: () => random.of([null, 'Conferido', 'Pagar no balcão']),
      fiscal: () => random.of([null, '{"hasInvoice":true}', JSON.stringify({ dasOf: today.slice(0, 7) })]),
      transactionDate: () => addDays(today, random.whole(-90, 20)),
      walletId: () => random.of(usable).id,
    })
    return random.chance(0.3) ? { ...change, ...flags } : change
  }

  async #batch(things: readonly ModelEntity[], batch: SentBatch): Promise<void> {
    const { random, expect } = this.ways
    const ids = things.map(({ id }) => id)
    const versions = random.chance(0.3) ? { versions: Object.fromEntries(things.map(({ id, version }) => [id, version])) } : {}
    const sent = sentOf(batch)
    const request: ModelRequest = { method: 'POST', path: '/transactions/batch', body: { ids, ...sent, ...versions }, key: randomUUID() }
    const answer = await this.ways.sendUntilAnswered(request)
    const types = new Set(things.map(({ fields }) => fields.type))
    if ('change' in batch && batch.change.category && types.has('income') && types.has('expense'))
      return this.#expect(answer, 400, 'a category for both types')
    const changed = things.flatMap((before): ChangedEntity[] => {
      const after = this.#after(before, batch)
      return after ? [{ before, after }] : []
    })
    const closed = changed.map(({ before, after }) => closedMonthsChanged(this.account, before, after))
    if (closed.some((months) => months.length > 0)) {
      const refused = changed.filter((_, index) => closed[index]?.length !== 0).map(({ after }) => after.id)
      return expectClosed(this.ways, answer, [...new Set(closed.flat())].toSorted(), 'a batch', { ids: refused })
    }
    this.#expect(answer, 200, 'a batch')
    const at = answer.body.changed[0]?.updatedAt ?? (await this.#newestAt())
    this.#become(changed, at)
    const isChanged = (id: string) => changed.some((each) => each.after.id === id)
    const shown = ids.filter(isChanged).map((id) => toAnswer(this.account, this.account.things.get(id) as ModelEntity, this.ways.userId()))
    const unchanged = ids.filter((id) => !isChanged(id))
    const expected = 'delete' in batch ? { changed: [], deleted: ids, unchanged } : { changed: shown, deleted: [], unchanged }
    expect(answer.body, expected, 'a batch')
    if (random.chance(0.3)) expect((await this.ways.sendUntilAnswered(request)).body, answer.body, 'the same batch again')
    if (changed.length > 0) await this.#perhapsUndo(changed, 'delete' in batch ? null : 'note' in batch.change ? 'note' : null)
  }

  /** A transaction after its part of a batch; null where nothing applied to it or it was like that. */
  #after(thing: ModelEntity, batch: SentBatch): ModelEntity | null {
    if ('delete' in batch) return { ...thing, alive: false, version: thing.version + 1 }
    const { fields } = thing
    const body = { ...batch.change }
    if (fields.type === 'transfer') delete body.category
    if (fields.type === 'transfer' || (body.fiscal && fiscalFor(fields.type, body.fiscal) === null)) delete body.fiscal
    if (fields.type === 'transfer' && body.walletId === fields.toWalletId) delete body.walletId
    if (!fields.isScheduled) for (const flag of FLAGS) delete body[flag]
    const result = decideInOpenMonths(this.account, 'transactions', thing.id, thing, { do: 'change', body }, null)
    if (!('becomes' in result)) throw new Error(`The model refuses ${JSON.stringify(body)} of ${thing.id}`)
    return result.changed ? result.becomes : null
  }

  /** Two processes change the same transactions at once, as one version of them: one is refused. */
  async #race(things: readonly ModelEntity[]): Promise<void> {
    const ids = things.map(({ id }) => id)
    const versions = Object.fromEntries(things.map(({ id, version }) => [id, version]))
    const notes = [`Corrida ${randomUUID()}`, `Corrida ${randomUUID()}`]
    const answers = await Promise.all(notes.map((note) => this.#send('POST', '/transactions/batch', { ids, versions, change: { note } })))
    this.ways.expect(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 412],
      'two batches at once',
    )
    const won = answers.findIndex(({ status }) => status === 200)
    const change = { note: notes[won] as string }
    const changed = things.map((before) => ({ before, after: this.#after(before, { change }) as ModelEntity }))
    this.#become(changed, answers[won]?.body.changed[0].updatedAt)
  }

  async #rename(): Promise<void> {
    const { random, expect } = this.ways
    const flows = this.#alive().filter(({ fields }) => fields.type !== 'transfer')
    const some = flows.length > 0 ? random.of(flows).fields : null
    const type = String(some?.type ?? random.of(flowTypes))
    const from = (some?.category ?? null) as string | null
    const to = random.of(['Feira de sábado', 'Encomendas da Júlia', 'Fornecedores'].filter((each) => each !== from))
    const things = flows.filter(({ fields }) => fields.type === type && fields.category === from)
    const rules = [...this.account.rules.values()].filter((rule) => rule.alive && rule.category === from && (rule.type ?? type) === type)
    const request: ModelRequest = {
      method: 'POST',
      path: '/transactions/categories/rename',
      body: { type, from: from ?? '', to },
      key: randomUUID(),
    }
    const answer = await this.ways.sendUntilAnswered(request)
    expect([answer.status, answer.body], [200, { changed: things.length, remaining: 0 }], 'a renamed category')
    if (random.chance(0.3)) expect((await this.ways.sendUntilAnswered(request)).body, answer.body, 'the same renaming again')
    const recurrences = type === 'expense' ? this.renameRecurrences(from, to) : NOT_RENAMED
    const mei = from === null ? NOT_RENAMED : renameExcluded(this.account, from, to, things.length)
    const others = [recurrences, mei]
    const count = rules.length + recurrences.count + mei.count
    if (things.length + count === 0) return
    const at = await this.#newestAt()
    const changed = things.map((before) => {
      return { before, after: { ...before, fields: { ...before.fields, category: to }, version: before.version + 1 } }
    })
    this.#become(changed, at)
    const renamed = (category: string | null, time: string) =>
      rules.forEach((rule) => this.#putRule({ ...rule, category: category as string, updatedAt: time }))
    renamed(to, at)
    await this.#perhapsUndo(changed, 'category', count > 0, {
      undo: (time) => (others.forEach(({ undo }) => undo()), renamed(from, time)),
      redo: (time) => (others.forEach(({ redo }) => redo()), renamed(to, time)),
    })
  }

  #putRule(rule: ModelRule): void {
    const version = (this.account.rules.get(rule.id)?.version ?? 0) + 1
    this.account.rules.set(rule.id, { ...rule, version })
  }

  /**
   * Perhaps undoes the newest command on several transactions, and redoes it; before that, a person may have changed one of them.
   * @param field a text that the command changed, and that may have changed again
   * @param hasOthers whether it changed anything else
   */
  async #perhapsUndo(
    changed: readonly ChangedEntity[],
    field: 'note' | 'category' | null,
    hasOthers = false,
    others: { undo: (at: string) => void; redo: (at: string) => void } = { undo: () => undefined, redo: () => undefined },
  ): Promise<void> {
    const { random, expect } = this.ways
    if (!random.chance(0.7)) return
    const { position } = await this.#newest()
    const spared = random.chance(0.4) && changed.length > 0 ? await this.#changeAgain(random.of(changed), field) : null
    const undone = changed.filter(({ after }) => after.id !== spared)
    if (undone.length === 0 && !hasOthers) {
      this.#expect(await this.#send('POST', `/activity/${position}/undo`), 409, 'undo of a batch that all changed since')
      return
    }
    const answer = await this.#send('POST', `/activity/${position}/undo`)
    this.#expect(answer, 200, 'undo of a batch')
    const { activity } = answer.body
    const name = String(spared === null ? '' : this.account.things.get(spared)?.fields.description)
    expect(
      activity.summary.endsWith(spared === null ? '.' : `Ficou como está: ${name}`) || spared === null,
      true,
      `what ${activity.summary} names`,
    )
    const reverted = undone.map(({ before, after }) => this.#reverted(before, after))
    this.#become(reverted, activity.at)
    others.undo(activity.at)
    if (!random.chance(0.5)) return

    const again = await this.#send('POST', `/activity/${activity.position}/undo`)
    this.#expect(again, 200, 'redo of a batch')
    this.#become(
      reverted.map(({ before, after }) => this.#reverted(before, after)),
      again.body.activity.at,
    )
    others.redo(again.body.activity.at)
  }

  /** A person changes a transaction after the command. @returns its id if the undo has to spare it */
  async #changeAgain({ before, after }: ChangedEntity, field: 'note' | 'category' | null): Promise<string | null> {
    const { random } = this.ways
    const { id } = after
    const now = this.account.things.get(id) as ModelEntity
    if (!now.alive) {
      const answer = await this.#send('POST', `/transactions/${id}/restore`)
      this.#expect(answer, 200, 'a restored one after a batch')
      const { body } = answer
      const restored = { ...now, alive: true, version: now.version + 1 }
      this.ways.became({ ...restored, updatedAt: body.transaction.updatedAt }, now)
      return id
    }
    const isOfField = field !== null && !haveSameFields({ it: before.fields[field] }, { it: after.fields[field] }) && random.chance(0.6)
    const body: ModelBody = isOfField ? { [field]: field === 'note' ? `Minha ${randomUUID()}` : 'Outros' } : { description: 'Mudou depois' }
    const isSame = isOfField && now.fields[field] === body[field]
    const result = decide(this.account, 'transactions', id, now, { do: 'change', body }, null)
    const answer = await this.#send('PUT', `/transactions/${id}`, body)
    if ('months' in result && result.months) {
      expectClosed(this.ways, answer, result.months, 'a change after a batch')
      return null
    }
    this.#expect(answer, 200, 'a change after a batch')
    if ('becomes' in result && result.changed) this.ways.became({ ...result.becomes, updatedAt: answer.body.transaction.updatedAt }, now)
    return isOfField && !isSame ? id : null
  }

  /** A transaction as it is now, and with the fields that a command changed set back. */
  #reverted(before: ModelEntity, after: ModelEntity): ChangedEntity {
    const now = this.account.things.get(after.id) as ModelEntity
    const names = Object.keys(after.fields).filter((name) => !haveSameFields({ it: before.fields[name] }, { it: after.fields[name] }))
    const fields: ModelFields = { ...now.fields, ...Object.fromEntries(names.map((name) => [name, before.fields[name]])) }
    return { before: now, after: { ...now, fields, alive: before.alive, version: now.version + 1 } }
  }

  #become(changed: readonly ChangedEntity[], at: string): void {
    for (const { before, after } of changed) this.ways.became({ ...after, updatedAt: at }, before)
  }

  async #newest(): Promise<{ position: number; at: string }> {
    const { body } = await this.#send('GET', '/activity?entity=batch&limit=1')
    return body.activity[0] ?? { position: 0, at: '' }
  }

  async #newestAt(): Promise<string> {
    return (await this.#newest()).at
  }

  #send(method: ModelRequest['method'], path: string, body?: Record<string, unknown>): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({ method, path, ...(body && { body }), ...(method !== 'GET' && { key: randomUUID() }) })
  }

  #expect({ status, body }: ModelAnswer, expected: number, what: string): void {
    this.ways.expect(status === expected ? [status] : [status, body], [expected], what)
  }
}

function sentOf(batch: SentBatch): Record<string, unknown> {
  return 'change' in batch ? { change: toSentBody(batch.change) } : batch
}
