import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 50
/** Longer than any trouble delays a mail. */
const WITHIN_MS = 90_000

/** Receives the mails of programs. */
export class Mailbox {
  readonly #read = new Set<string>()
  /** By address: the token of its newest link, which confirms the address or invites a guest. */
  readonly #tokens = new Map<string, string>()

  constructor(private readonly dataDir: string) {}

  /**
   * Waits for a token that differs from the one followed before. @returns the token of the newest link to the address
   */
  async tokenTo(email: string, followed: string | null = null): Promise<string> {
    for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await pause(STEP_MS)) {
      await this.#look()
      const token = this.#tokens.get(email)
      if (token !== undefined && token !== followed) return token
    }
    throw new Error(`No link was mailed to an address within ${WITHIN_MS} ms`)
  }

  async #look(): Promise<void> {
    const folder = join(this.dataDir, 'mails')
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml') && !this.#read.has(file))
    for (const file of files.toSorted()) {
      const mail = await readFile(join(folder, file), 'utf8')
      this.#read.add(file)
      const [, to] = /^To: (\S+)/m.exec(mail) ?? []
      const [, token] = /\/(?:confirm-email#token=|convite#)(\S+)/.exec(mail) ?? []
      if (to !== undefined && token !== undefined) this.#tokens.set(to, token)
    }
  }
}
