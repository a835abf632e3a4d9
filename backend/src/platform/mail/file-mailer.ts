import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { v7 as newId } from 'uuid'
import { addressed, Mailer, MailNotSent, type Mail } from './mailer.js'

/** Stores mails as `.eml` files, named in the order they are sent, for development without a mail server. */
export class FileMailer extends Mailer {
  readonly #transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  /** @param folder created with the first mail */
  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super()
  }

  async send(mail: Mail, id: string): Promise<void> {
    try {
      const { message } = await this.#transport.sendMail(addressed(mail, this.from, id))
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      const file = join(this.folder, `${newId()}.eml`)
      // Rename from a draft, so that a watcher of the folder never sees a partial mail.
      await writeFile(`${file}.part`, readable(message as Buffer), { mode: 0o600 })
      await rename(`${file}.part`, file)
    } catch (failure) {
      throw new MailNotSent(failure)
    }
  }
}

const QUOTED = 'Content-Transfer-Encoding: quoted-printable'

/** A single-part mail in 8bit: quoted-printable would break its links over lines. */
function readable(message: Buffer): Buffer {
  const text = message.toString('latin1')
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end)
  if (!head.includes(QUOTED)) return message
  const body = text
    .slice(end)
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)))
  return Buffer.from(head.replace(QUOTED, 'Content-Transfer-Encoding: 8bit') + body, 'latin1')
}
