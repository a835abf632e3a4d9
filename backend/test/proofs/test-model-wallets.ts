import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import { hasPending, walletsInOrder, type ModelAccount, type ModelWallet } from './test-model.js'
import { toWalletAnswer } from './test-model-answers.js'

/** Few, because each check reads the transactions of every wallet. */
const MOST = 5
const NAMES = ['Caixa', 'Roxinho', 'Conta da loja', 'Gaveta', 'Poupança']

/** Opens, changes, archives and deletes wallets of a person, and chooses the main one. Nothing else may happen in the account meanwhile. */
export class WalletHolder {
  /** The last version of each wallet, also after a reset took it. */
  readonly #versions = new Map<string, number>()

  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
    /** Whether a recurrence of a wallet goes on. */
    private readonly goesOnIn: (walletId: string) => boolean,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const there = walletsInOrder(this.account)
    if (there.length < MOST && random.chance(0.5)) return this.#open()
    const wallet = random.of(random.chance(0.95) ? there : [...this.account.wallets.values()])
    const what = random.weighted({ change: 4, archive: 3, unarchive: wallet.archived ? 6 : 0.5, delete: 2, choose: 2 })
    if (what === 'change') return this.#change(wallet)
    if (what === 'archive' || what === 'unarchive') return this.#archive(wallet, what)
    return what === 'delete' ? this.#delete(wallet) : this.#choose(wallet)
  }

  async #open(): Promise<void> {
    const { random } = this.ways
    const kind = random.of(['bank', 'cash', 'card'] as const)
    const days = kind === 'card' ? { closingDay: random.whole(1, 31), dueDay: random.whole(1, 31) } : { closingDay: null, dueDay: null }
    const [id, name] = [newId(), random.of(NAMES)]
    const answer = await this.#send('POST', '/wallets', { id, name, kind, ...days })
    if (this.#isTaken(name, id)) return this.#expect(answer, 409, 'a second wallet of a name')
    const order = Math.max(...walletsInOrder(this.account).map((each) => each.order)) + 1
    const opened = { id, name, kind, ...days, order, archived: false, alive: true, version: 0 }
    const { createdAt, updatedAt } = answer.body.wallet ?? {}
    this.#becomes({ ...opened, createdAt, updatedAt })
    this.#expectWallet(answer, 201, id)
    if (random.chance(0.2)) await this.#undo(`entityId=${id}`, { ...opened, createdAt, updatedAt, alive: false })
  }

  async #change(before: ModelWallet): Promise<void> {
    const { random } = this.ways
    const isCard = before.kind === 'card'
    const choices = { name: () => random.of(NAMES), order: () => random.whole(0, 9) }
    const days = { closingDay: () => random.whole(1, 31), dueDay: () => random.whole(1, 31) }
    const body = random.some<string | number>(isCard || random.chance(0.1) ? { ...choices, ...days } : choices, 0.4)
    const answer = await this.#send('PUT', `/wallets/${before.id}`, body)
    if (!before.alive) return this.#expect(answer, 404, 'a change of a deleted wallet')
    if (!isCard && ('closingDay' in body || 'dueDay' in body)) return this.#expect(answer, 400, 'days of a wallet that is no card')
    if (body.name !== undefined && body.name !== before.name && this.#isTaken(String(body.name), before.id))
      return this.#expect(answer, 409, 'a name that exists')
    await this.#changed(before, { ...before, ...body }, answer)
  }

  async #archive(before: ModelWallet, what: 'archive' | 'unarchive'): Promise<void> {
    const answer = await this.#send('POST', `/wallets/${before.id}/${what}`)
    if (!before.alive) return this.#expect(answer, 404, `${what} of a deleted wallet`)
    const archived = what === 'archive'
    const isBusy = !before.archived && (hasPending(this.account, before.id) || this.goesOnIn(before.id))
    if (archived && (before.id === this.account.mainWallet || isBusy)) return this.#expect(answer, 409, 'archiving a wallet in use')
    await this.#changed(before, { ...before, archived }, answer)
  }

  async #delete(before: ModelWallet): Promise<void> {
    const { account } = this
    const answer = await this.#send('DELETE', `/wallets/${before.id}`)
    if (!before.alive) return this.#expect(answer, 404, 'a deleted wallet')
    if (before.id === account.mainWallet || before.id === account.initialWallet || account.usedWallets.has(before.id))
      return this.#expect(answer, 409, 'deleting a wallet in which something was')
    this.#expect(answer, 204, 'deleting a wallet')
    this.#becomes({ ...before, alive: false })
    if (this.ways.random.chance(0.4)) await this.#undo(`entityId=${before.id}`, before)
  }

  async #choose(wallet: ModelWallet): Promise<void> {
    const answer = await this.#send('PUT', `/wallets/${wallet.id}`, { isMain: true })
    if (!wallet.alive) return this.#expect(answer, 404, 'a deleted wallet as the main one')
    if (wallet.kind === 'card' || wallet.archived) return this.#expect(answer, 409, 'a card or an archived wallet as the main one')
    const before = this.account.mainWallet
    this.account.mainWallet = wallet.id
    this.#expectWallet(answer, 200, wallet.id)
    if (wallet.id === before || !this.ways.random.chance(0.3)) return
    await this.#undoNewest('entity=main-wallet')
    this.account.mainWallet = before
  }

  /** Compares the answer with the wallet after a change, and perhaps undoes it. */
  async #changed(before: ModelWallet, after: ModelWallet, answer: ModelAnswer): Promise<void> {
    const { id, version } = before
    const isSame = JSON.stringify(before) === JSON.stringify(after)
    const { createdAt, updatedAt } = answer.body?.wallet ?? {}
    // The wallet that is there from the beginning is stored with its first change.
    const times = { createdAt: version === 0 ? createdAt : before.createdAt, updatedAt }
    if (!isSame) this.#becomes({ ...after, ...times })
    this.#expectWallet(answer, 200, id)
    const isBusy = before.archived && (id === this.account.mainWallet || hasPending(this.account, id) || this.goesOnIn(id))
    if (isSame || isBusy || !this.ways.random.chance(0.3)) return
    await this.#undo(`entityId=${id}`, { ...before, createdAt: times.createdAt })
  }

  /** Undoes the wallet's newest entry, after which it is as given. */
  async #undo(of: string, after: ModelWallet): Promise<void> {
    const updatedAt = await this.#undoNewest(`entity=wallet&${of}`)
    this.#becomes({ ...after, updatedAt })
    const answer = await this.ways.sendUntilAnswered({ method: 'GET', path: `/wallets/${after.id}` })
    if (after.alive) this.#expectWallet(answer, 200, after.id)
    else this.#expect(answer, 404, 'a wallet whose opening was undone')
  }

  /** @returns the time of the undo */
  async #undoNewest(filter: string): Promise<string> {
    const { sendUntilAnswered, expect } = this.ways
    const { body } = await sendUntilAnswered({ method: 'GET', path: `/activity?${filter}&limit=1` })
    const [entry] = body.activity
    expect([entry?.undoable, entry?.undoReason], [true, null], `the newest entry of ${filter}`)
    const answer = await this.#send('POST', `/activity/${entry.position}/undo`)
    expect(answer.status, 200, `undo of ${entry.type}`)
    return answer.body.activity.at
  }

  /** Whether another wallet has the name. */
  #isTaken(name: string, id: string): boolean {
    return walletsInOrder(this.account).some((each) => each.name === name && each.id !== id)
  }

  /** Stores the next version of a wallet. */
  #becomes(wallet: ModelWallet): void {
    const version = (this.#versions.get(wallet.id) ?? 0) + 1
    this.#versions.set(wallet.id, version)
    this.account.wallets.set(wallet.id, { ...wallet, version })
  }

  #send(method: ModelRequest['method'], path: string, body?: Record<string, unknown>): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({ method, path, ...(body && { body }), key: randomUUID() })
  }

  #expectWallet({ status, body }: ModelAnswer, expected: number, id: string): void {
    const wallet = this.account.wallets.get(id) as ModelWallet
    const today = body?.wallet?.balance?.date ?? this.ways.today
    const shown = toWalletAnswer(this.account, wallet, this.ways.userId(), today)
    this.ways.expect([status, body?.wallet ?? body], [expected, shown], `wallet ${id}`)
  }

  #expect({ status, body }: ModelAnswer, expected: number, what: string): void {
    this.ways.expect(status === expected ? [status] : [status, body], [expected], what)
  }
}
