/** What was typed into a form and is not saved. */
export interface FormDraft {
  /** Of the form, with the id of the entity that it edits. */
  name: string
  /** The fields that differ from the form's initial values. */
  fields: object
  /** In milliseconds. */
  changedAt: number
}

/** Drafts to store, replacing those of their names, and names to delete. */
export interface DraftChanges {
  put: readonly FormDraft[]
  remove: readonly string[]
}

/** Where an account's drafts are stored. */
export interface DraftStore {
  drafts: () => Promise<FormDraft[]>
  changeDrafts: (changes: DraftChanges) => Promise<void>
}

/** A longer text than any form accepts, in characters of JSON. */
export const MAX_DRAFT_LENGTH = 20_000
export const MAX_DRAFTS = 50
export const DRAFT_LIFETIME_MS = 30 * 24 * 60 * 60_000
/** For a statement of thousands of lines. */
const MAX_HELD_LENGTH = 2_000_000
const WRITE_DELAY_MS = 250

/**
 * The drafts of an account's forms on this device. They are read when the account is opened and when its tab takes the focus, and
 * written shortly after the last change; of two tabs with the same form, the last write wins.
 */
export class FormDrafts {
  readonly #store: DraftStore
  #drafts = new Map<string, FormDraft>()
  /** The names of drafts that changed since the last write. */
  readonly #unwritten = new Set<string>()
  /** What is written only when the session expires. */
  readonly #held = new Map<string, object>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(store: DraftStore, stored: readonly FormDraft[]) {
    this.#store = store
    this.#takeStored(stored)
  }

  /** Writes before the page is left, and reads what other tabs have written. @returns stops both, and every later write */
  follow(): () => void {
    const flush = (): void => void this.flush()
    const flushHidden = (): void => {
      if (document.visibilityState === 'hidden') flush()
    }
    const refresh = (): void =>
      void this.#store.drafts().then(
        (stored) => this.#takeStored(stored),
        () => undefined,
      )
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    window.addEventListener('focus', refresh)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      window.removeEventListener('focus', refresh)
      this.stop()
    }
  }

  /** The fields of the draft; null if there is none. */
  read(name: string): object | null {
    return this.#drafts.get(name)?.fields ?? null
  }

  /** Replaces the draft; without fields it is deleted. One that is too long leaves the former as it is. */
  write(name: string, fields: object, maxLength = MAX_DRAFT_LENGTH): void {
    if (this.#isStopped || JSON.stringify(fields).length > maxLength) return
    if (Object.keys(fields).length > 0) this.#drafts.set(name, { name, fields, changedAt: Date.now() })
    else if (!this.#drafts.delete(name)) return
    this.#unwritten.add(name)
    for (const { name: oldest } of this.#oldestFirst().slice(0, -MAX_DRAFTS)) this.remove(oldest)
    this.#writeSoon()
  }

  remove(name: string): void {
    this.write(name, {})
  }

  /** Deletes the drafts about an entity. */
  removeOf(entityId: string): void {
    for (const name of this.#drafts.keys()) if (name.split(':').includes(entityId)) this.remove(name)
  }

  clear(): void {
    for (const name of this.#drafts.keys()) this.remove(name)
  }

  /** Holds a draft that is written only when the session expires, because leaving its screen otherwise asks; without fields, none. */
  holdForExpiry(name: string, fields: object): void {
    if (Object.keys(fields).length > 0) this.#held.set(name, fields)
    else this.#held.delete(name)
  }

  /** Writes everything, for an expired session. */
  async flushForExpiry(): Promise<void> {
    for (const [name, fields] of this.#held) this.write(name, fields, MAX_HELD_LENGTH)
    await this.flush()
  }

  /** Writes what changed, without waiting for a pause. A refused write leaves the draft to this page. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const names = [...this.#unwritten]
    if (names.length === 0 || this.#isStopped) return
    this.#unwritten.clear()
    const put = names.flatMap((name) => this.#drafts.get(name) ?? [])
    const remove = names.filter((name) => !this.#drafts.has(name))
    await this.#store.changeDrafts({ put, remove }).catch(() => undefined)
  }

  /** Ignores every later change: the account is closed. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS)
  }

  /** Adopts stored drafts, except of forms that this tab is about to write, and deletes those that are too old. */
  #takeStored(stored: readonly FormDraft[]): void {
    const own = [...this.#drafts].filter(([name]) => this.#unwritten.has(name))
    const others = stored.filter(({ name }) => !this.#unwritten.has(name))
    this.#drafts = new Map([...others.map((draft) => [draft.name, draft] as const), ...own])
    const oldestKept = Date.now() - DRAFT_LIFETIME_MS
    for (const { name, changedAt } of others) if (changedAt < oldestKept) this.remove(name)
  }

  #oldestFirst(): FormDraft[] {
    return [...this.#drafts.values()].toSorted((one, other) => one.changedAt - other.changedAt)
  }
}
