import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 50
/** Longer than any trouble keeps a mail. */
const WITHIN_MS = 90_000

/** Where the mails of programs arrive, as their readers see it. */
export class Mailbox {
  readonly #read = new Set<string>()
  /** The token of the newest link that confirms an e-mail, by the address that it went to. */
  readonly #tokens = new Map<string, string>()

  constructor(private readonly dataDir: string) {}

  /** The token in the newest mail that confirms an address, once there is another than one that was followed before. */
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
      const [, token] = /\/confirm-email#token=(\S+)/.exec(mail) ?? []
      if (to !== undefined && token !== undefined) this.#tokens.set(to, token)
    }
  }
}
