import { randomUUID } from 'node:crypto'
import { MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import { v7 as newId } from 'uuid'
import { fileOf } from '../test-attachments.js'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import { attachmentsOf, isAttachmentThere, type ModelAccount, type ModelAttachment, type ModelEntity } from './test-model.js'
import { toAttachmentAnswer } from './test-model-answers.js'
import { decide } from './test-model-decider.js'

/** The tools for receipts, whose requests may be lost halfway. */
export interface AttachmentTools extends BankTools {
  /** Sends a request and gives up on it after some milliseconds, whatever it has reached by then. */
  abandon: (request: ModelRequest, afterMs: number) => Promise<void>
  /** Remembers a request under a key that was executed, to repeat it later. */
  note: (request: ModelRequest, answer: ModelAnswer) => void
}

const NAMES = ['nota.png', ' Recibo da feira.pdf ', 'Cupom "da Júlia" 50%.jpg']
/** Stored in several parts. */
const LARGE = [300_000, 600_000] as const
/** The longest that a request runs before its network is lost, in milliseconds. */
const LOST_WITHIN_MS = 60

/** Adds, removes and restores receipts of a person's transactions. Nothing else may happen in the account meanwhile. */
export class AttachmentHolder {
  constructor(
    private readonly ways: AttachmentTools,
    private readonly account: ModelAccount,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const transactions = [...this.account.things.values()].filter(({ kind }) => kind === 'transactions')
    const alive = transactions.filter((each) => each.alive)
    if (transactions.length === 0) return
    const transaction = random.of(alive.length > 0 && random.chance(0.9) ? alive : transactions)
    const known = [...this.account.attachments.values()]
    const what = random.weighted({ add: 6, refused: 1, fill: 0.5, leave: transaction.alive ? 0.7 : 0, touch: known.length > 0 ? 8 : 0 })
    if (what === 'add') await this.#add(transaction)
    else if (what === 'refused') await this.#addRefused(transaction)
    else if (what === 'fill') await this.#fill(transaction)
    else if (what === 'leave') await this.#leave(transaction)
    else return this.#touch(random.of(known))
    await this.#look(transaction.id)
  }

  async #add(transaction: ModelEntity): Promise<void> {
    const { random, sendUntilAnswered, expect, note } = this.ways
    const [added, request] = this.#new(transaction.id, random.chance(0.2) ? random.of(LARGE) : undefined)
    if (random.chance(0.3)) await this.ways.abandon(request, random.whole(1, LOST_WITHIN_MS))
    const isTwice = random.chance(0.2)
    const answers = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => sendUntilAnswered(request)))
    const [answer] = answers as [ModelAnswer]
    const refusal = this.#refusalOf(transaction)
    for (const each of answers) {
      if (refusal) this.#expectRefused(each, refusal, 'a receipt')
      else expect(each.body, answer.body, 'racing duplicates of a receipt')
    }
    if (refusal) return
    this.#learn(added, answer)
    if (added.size < LARGE[0]) note(request, answer)
    if (random.chance(0.2)) return this.#undo({ ...added, alive: false })
  }

  /** Sends what is no receipt, or one under an id that was used before. */
  async #addRefused(transaction: ModelEntity): Promise<void> {
    const { random } = this.ways
    const refusal = this.#refusalOf(transaction)
    const used = [...this.account.attachments.keys()]
    if (used.length > 0 && random.chance(0.5)) {
      const [, request] = this.#new(transaction.id, undefined, random.of(used))
      const answer = await this.ways.sendUntilAnswered(request)
      return this.#expectRefused(answer, refusal ?? [409, 'CONFLICT'], 'a receipt under a used id')
    }
    const [, request] = this.#new(transaction.id)
    const file = { type: 'image/webp', bytes: fileOf.pdf() }
    const answer = await this.ways.sendUntilAnswered({ ...request, file })
    this.#expectRefused(answer, refusal ?? [415, 'UNSUPPORTED_MEDIA_TYPE'], 'a receipt of another type')
  }

  /** Adds receipts while there is room; of the last two, which are sent at once, one is refused. */
  async #fill(transaction: ModelEntity): Promise<void> {
    const refusal = this.#refusalOf(transaction)
    const room = refusal ? 0 : MAX_ATTACHMENTS - attachmentsOf(this.account, transaction.id).length
    for (let left = room; left > 1; left--) {
      const [added, request] = this.#new(transaction.id)
      this.#learn(added, await this.ways.sendUntilAnswered(request))
    }
    const sent = Array.from({ length: room > 0 ? 2 : 1 }, () => this.#new(transaction.id))
    const answers = await Promise.all(sent.map(([, request]) => this.ways.sendUntilAnswered(request)))
    for (const [index, answer] of answers.entries()) {
      const [added] = sent[index] as [ModelAttachment, ModelRequest]
      if (answer.status === 201) this.#learn(added, answer)
      else this.#expectRefused(answer, refusal ?? [409, 'QUOTA_EXCEEDED'], 'a receipt without room')
    }
    const count = answers.filter(({ status }) => status === 201).length
    this.ways.expect(count, Math.min(room, 1), 'receipts for which there is room')
  }

  /** The transaction is deleted while a receipt is added, which goes with it or is refused. */
  async #leave(transaction: ModelEntity): Promise<void> {
    const { sendUntilAnswered, became, expect } = this.ways
    const refusal = this.#refusalOf(transaction)
    const [added, request] = this.#new(transaction.id)
    const [answer, deletion] = await Promise.all([
      sendUntilAnswered(request),
      sendUntilAnswered({ method: 'DELETE', path: `/transactions/${transaction.id}`, key: randomUUID() }),
    ])
    const result = decide(this.account, 'transactions', transaction.id, transaction, { do: 'delete' }, null)
    expect(deletion.status, 'refused' in result ? result.refused : 204, 'a deletion beside a receipt')
    if ('becomes' in result) became(result.becomes, transaction)
    if (answer.status === 201 && !refusal) this.#learn(added, answer)
    else if (refusal && answer.status !== 404) this.#expectRefused(answer, refusal, 'a receipt beside a deletion')
    else this.ways.expect([answer.status, 'becomes' in result], [404, true], 'a receipt beside a deletion')
  }

  /** Reads, removes or restores a receipt, which may be gone with its transaction. */
  async #touch(attachment: ModelAttachment): Promise<void> {
    const { random } = this.ways
    const isThere = isAttachmentThere(this.account, attachment)
    const what = random.weighted({ read: 2, remove: isThere ? 4 : 0.5, restore: isThere ? 0.5 : 5 })
    if (what === 'read') await this.#read(attachment)
    else if (what === 'remove') await this.#remove(attachment)
    else await this.#restore(attachment)
    await this.#look(attachment.transactionId)
  }

  async #read(attachment: ModelAttachment): Promise<void> {
    const { random, sendUntilAnswered } = this.ways
    const path = `${random.of(['', '/data'])}/attachments/${attachment.id}`
    const answer = await sendUntilAnswered({ method: 'GET', path })
    if (!isAttachmentThere(this.account, attachment)) return this.#expectRefused(answer, [404, 'NOT_FOUND'], 'a receipt that is gone')
    this.ways.expect([answer.status, attachment.bytes.equals(answer.body)], [200, true], `the bytes of receipt ${attachment.id}`)
  }

  async #remove(attachment: ModelAttachment): Promise<void> {
    const { random } = this.ways
    const { id, version } = attachment
    const isOutdated = random.chance(0.1)
    const ifMatch = isOutdated ? `"${version + 1}"` : random.chance(0.3) ? `"${version}"` : undefined
    const answers = await this.#race({ method: 'DELETE', path: `/attachments/${id}`, ...(ifMatch !== undefined && { ifMatch }) })
    if (attachment.alive && isOutdated) return this.#expectAll(answers, [412, 'VERSION_MISMATCH'], 'removing a receipt of another version')
    if (!isAttachmentThere(this.account, attachment)) return this.#expectAll(answers, [404, 'NOT_FOUND'], 'removing a receipt that is gone')
    this.#expectOne(answers, 204, [404, 'NOT_FOUND'], 'removing a receipt')
    const removed = { ...attachment, alive: false, version: version + 1 }
    this.#becomes(removed)
    if (random.chance(0.3)) await this.#undo({ ...removed, alive: true })
  }

  async #restore(attachment: ModelAttachment): Promise<void> {
    const { random } = this.ways
    const { id, transactionId, version, alive, gone } = attachment
    const answers = await this.#race({ method: 'POST', path: `/attachments/${id}/restore` })
    if (gone) return this.#expectAll(answers, [404, 'NOT_FOUND'], 'restoring a receipt from before a reset')
    if (alive) return this.#expectAll(answers, [409, 'CONFLICT'], 'restoring a receipt that was not removed')
    const refusal = this.#refusalOf(this.account.things.get(transactionId))
    if (refusal) return this.#expectAll(answers, refusal, 'restoring a receipt')
    const restored = { ...attachment, alive: true, version: version + 1 }
    const answer = this.#expectOne(answers, 200, [409, 'CONFLICT'], 'restoring a receipt')
    this.#becomes(restored)
    this.ways.expect(answer.body.attachment, toAttachmentAnswer(restored), `restored receipt ${id}`)
    if (random.chance(0.3)) await this.#undo({ ...restored, alive: false })
  }

  /** Undoes the newest entry of a receipt, after which it is as given, in a version of its own. */
  async #undo(after: ModelAttachment): Promise<void> {
    const { sendUntilAnswered, expect } = this.ways
    const { body } = await sendUntilAnswered({ method: 'GET', path: `/activity?entity=attachment&entityId=${after.id}&limit=1` })
    const [entry] = body.activity
    expect([entry?.undoable, entry?.undoReason], [true, null], `the newest entry of receipt ${after.id}`)
    const answer = await sendUntilAnswered({ method: 'POST', path: `/activity/${entry.position}/undo`, key: randomUUID() })
    expect(answer.status, 200, `undo of ${entry.type}`)
    this.#becomes({ ...after, version: after.version + 1 })
  }

  /** Compares the list of a transaction, and its number of receipts. */
  async #look(transactionId: string): Promise<void> {
    const { sendUntilAnswered, expect } = this.ways
    const answer = await sendUntilAnswered({ method: 'GET', path: `/transactions/${transactionId}/attachments` })
    if (!this.account.things.get(transactionId)?.alive)
      return this.#expectRefused(answer, [404, 'NOT_FOUND'], 'receipts of a deleted transaction')
    const listed = attachmentsOf(this.account, transactionId)
    expect(answer.body.attachments, listed.map(toAttachmentAnswer), `receipts of ${transactionId}`)
    const { body } = await sendUntilAnswered({ method: 'GET', path: `/transactions/${transactionId}` })
    expect(body.transaction.attachmentCount, listed.length, `the number of receipts of ${transactionId}`)
  }

  /** Why a transaction takes no further receipt; null if it does. */
  #refusalOf(transaction: ModelEntity | undefined): [status: number, code: string] | null {
    if (!transaction?.alive) return [404, 'NOT_FOUND']
    return attachmentsOf(this.account, transaction.id).length >= MAX_ATTACHMENTS ? [409, 'QUOTA_EXCEEDED'] : null
  }

  /** A receipt that is not sent yet, and the request that adds it. */
  #new(transactionId: string, size = this.ways.random.whole(200, 3_000), id: string = newId()): [ModelAttachment, ModelRequest] {
    const { random } = this.ways
    const name = random.of(NAMES)
    const type = size > 3_000 ? 'image/png' : random.of(['image/png', 'image/jpeg', 'application/pdf', 'application/xml'] as const)
    const bytes = { 'image/png': fileOf.png, 'image/jpeg': fileOf.jpeg, 'application/pdf': pdfOf, 'application/xml': xmlOf }[type](size)
    const attachment = { id, transactionId, name: name.trim(), type, size: bytes.length, bytes, createdAt: '', alive: true, version: 1 }
    const query = new URLSearchParams({ id, name })
    const path = `/transactions/${transactionId}/attachments?${query.toString()}`
    return [attachment, { method: 'POST', path, file: { type, bytes }, key: randomUUID() }]
  }

  #learn(added: ModelAttachment, { status, body }: ModelAnswer): void {
    const attachment = { ...added, createdAt: body.attachment?.createdAt }
    this.#becomes(attachment)
    this.ways.expect([status, body.attachment ?? body], [201, toAttachmentAnswer(attachment)], `receipt ${added.id}`)
  }

  #becomes(attachment: ModelAttachment): void {
    const known = this.account.attachments.get(attachment.id)
    this.account.attachments.set(attachment.id, { ...attachment, createdAt: attachment.createdAt || known?.createdAt || '' })
  }

  /** Sends a request, at times to two processes at once, each under a key of its own. */
  #race(request: ModelRequest): Promise<ModelAnswer[]> {
    const { random, sendUntilAnswered } = this.ways
    return Promise.all(Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => sendUntilAnswered({ ...request, key: randomUUID() })))
  }

  #expectAll(answers: readonly ModelAnswer[], refusal: [status: number, code: string], what: string): void {
    for (const answer of answers) this.#expectRefused(answer, refusal, what)
  }

  /** Exactly one has the status, the others are refused. @returns that one */
  #expectOne(answers: readonly ModelAnswer[], status: number, refusal: [status: number, code: string], what: string): ModelAnswer {
    const done = answers.filter((answer) => answer.status === status)
    this.#expectAll(
      answers.filter((answer) => answer.status !== status),
      refusal,
      what,
    )
    this.ways.expect(done.length, 1, what)
    return done[0] as ModelAnswer
  }

  #expectRefused({ status, body }: ModelAnswer, expected: [status: number, code: string], what: string): void {
    this.ways.expect([status, body?.code ?? body], expected, what)
  }
}

const pdfOf = (size: number) => fileOf.pdf('x'.repeat(size))
const xmlOf = (size: number) => fileOf.xml(`<nfeProc>${randomUUID().repeat(Math.ceil(size / 36))}</nfeProc>`)
