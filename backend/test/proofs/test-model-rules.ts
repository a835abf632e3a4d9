import { randomUUID } from 'node:crypto'
import { searchable } from '@prumo/shared/search'
import { flowTypes } from '@prumo/shared/transaction-rules'
import { v7 as newId } from 'uuid'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import type { ModelAccount, ModelRule } from './test-model.js'
import { toRuleAnswer } from './test-model-answers.js'
import { decide } from './test-model-decider.js'

const TEXTS = ['moinho', 'Móinho', 'gás', 'posto avenida', 'Feira']
const CATEGORIES = ['Fornecedores', 'Feira de sábado', 'Encomendas da Júlia']
const KINDS = [null, ...flowTypes]

/** Adds, changes, uses, deletes, restores and undoes rules of a person. Nothing else may happen in the account meanwhile. */
export class RuleHolder {
  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
  ) {}

  act(): Promise<void> {
    const { random } = this.ways
    const all = [...this.account.rules.values()]
    if (all.length === 0 || random.chance(0.3)) return this.#add()
    const rule = random.of(all)
    if (!rule.alive) return this.#restore(rule)
    const what = random.weighted({ change: 4, use: 3, delete: 2 })
    if (what === 'change') return this.#change(rule)
    return what === 'use' ? this.#use(rule) : this.#delete(rule)
  }

  async #add(): Promise<void> {
    const { random } = this.ways
    const id = newId()
    const about = {
      text: random.of(TEXTS),
      type: random.of(KINDS),
      category: random.of(CATEGORIES),
      description: random.of([null, 'Moinho']),
    }
    const answer = await this.#send('POST', '/rules', { id, ...about })
    if (this.#isTaken(id, about)) return this.#expect(answer, 409, 'a second rule of a text and type')
    const { createdAt, updatedAt } = answer.body.rule ?? {}
    const added = { id, ...about, uses: 0, alive: true, version: 1, createdAt, updatedAt }
    this.#becomes(added)
    this.#expectRule(answer, 201, added)
    if (random.chance(0.3)) await this.#undo({ ...added, alive: false })
  }

  async #change(before: ModelRule): Promise<void> {
    const { random } = this.ways
    const body = random.some<string | null>({
      text: () => random.of(TEXTS),
      type: () => random.of(KINDS),
      category: () => random.of(CATEGORIES),
      description: () => random.of([null, 'Moinho', 'Feira']),
    })
    const after: ModelRule = { ...before, ...body }
    const answer = await this.#send('PUT', `/rules/${before.id}`, body)
    if (JSON.stringify(after) === JSON.stringify(before)) return this.#expectRule(answer, 200, before)
    if (this.#isTaken(before.id, after)) return this.#expect(answer, 409, 'a rule of the text and type of another')
    const changed = { ...after, version: before.version + 1, updatedAt: answer.body.rule?.updatedAt }
    this.#becomes(changed)
    this.#expectRule(answer, 200, changed)
    if (random.chance(0.4)) await this.#undo({ ...before, version: changed.version })
  }

  async #delete(before: ModelRule): Promise<void> {
    this.#expect(await this.#send('DELETE', `/rules/${before.id}`), 204, 'deleting a rule')
    const deleted = { ...before, alive: false, version: before.version + 1 }
    this.#becomes(deleted)
    if (this.ways.random.chance(0.4)) await this.#undo({ ...deleted, alive: true })
  }

  async #restore(before: ModelRule): Promise<void> {
    const answer = await this.#send('POST', `/rules/${before.id}/restore`)
    if (this.#isTaken(before.id, before)) return this.#expect(answer, 409, 'restoring a rule of which there is another')
    const restored = { ...before, alive: true, version: before.version + 1, updatedAt: answer.body.rule?.updatedAt }
    this.#becomes(restored)
    this.#expectRule(answer, 200, restored)
  }

  /** Records a transaction with the category of the rule; that changes no version of it. */
  async #use(rule: ModelRule): Promise<void> {
    const { today, became } = this.ways
    const id = newId()
    const { category, type } = rule
    const body = { id, description: `${rule.text} 12`, amount: 1.5, type: type ?? 'expense', category, transactionDate: today }
    const answer = await this.#send('POST', '/transactions', { ...body, ruleId: rule.id })
    this.#expect(answer, 201, 'recording by a rule')
    const recorded = decide(this.account, 'transactions', id, undefined, { do: 'create', body }, null)
    if (!('becomes' in recorded)) throw new Error('The model refuses a transaction of a rule')
    const { createdAt, updatedAt } = answer.body.transaction
    became({ ...recorded.becomes, createdAt, updatedAt }, undefined)
    this.#becomes({ ...rule, uses: rule.uses + 1 })
    this.#expectRule(await this.#send('GET', `/rules/${rule.id}`), 200, { ...rule, uses: rule.uses + 1 })
  }

  /** Undoes the newest entry of a rule, after which it is as given, in a version of its own. */
  async #undo(after: ModelRule): Promise<void> {
    const { body } = await this.#send('GET', `/activity?entity=rule&entityId=${after.id}&limit=1`)
    const [entry] = body.activity
    this.ways.expect([entry?.undoable, entry?.undoReason], [true, null], `the newest entry of rule ${after.id}`)
    const answer = await this.#send('POST', `/activity/${entry.position}/undo`)
    this.#expect(answer, 200, `undo of ${entry.type}`)
    const undone = { ...after, version: after.version + 1, updatedAt: answer.body.activity.at }
    this.#becomes(undone)
    const read = await this.#send('GET', `/rules/${after.id}`)
    if (undone.alive) this.#expectRule(read, 200, undone)
    else this.#expect(read, 404, 'a rule whose addition was undone')
  }

  /** Whether another rule has the text and type. */
  #isTaken(id: string, { text, type }: Pick<ModelRule, 'text' | 'type'>): boolean {
    return [...this.account.rules.values()].some(
      (each) => each.alive && each.id !== id && each.type === type && searchable(each.text) === searchable(text),
    )
  }

  #becomes(rule: ModelRule): void {
    this.account.rules.set(rule.id, rule)
  }

  #send(method: ModelRequest['method'], path: string, body?: Record<string, unknown>): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({ method, path, ...(body && { body }), ...(method !== 'GET' && { key: randomUUID() }) })
  }

  #expectRule({ status, body }: ModelAnswer, expected: number, rule: ModelRule): void {
    this.ways.expect([status, body?.rule], [expected, toRuleAnswer(rule)], `rule ${rule.id}`)
  }

  #expect({ status, body }: ModelAnswer, expected: number, what: string): void {
    this.ways.expect(status === expected ? [status] : [status, body], [expected], what)
  }
}
