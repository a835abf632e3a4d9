import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '../platform/database/database.js'
import { logFacts } from '../platform/http/failures.js'
import { Mailer, type Mail } from '../platform/mail/mailer.js'
import { ResetLinks } from './reset-links.js'

const POLL_MS = 5_000
const BATCH = 10

// Taking a row moves its due time, so a mail that fails, or whose process dies, is tried again a minute later
// while its link is good, and holds up no other.
const TAKE = {
  name: 'take-reset-mails',
  text: `
    update password_resets r set mail_due_at = now() + interval '1 minute' from users u
    where u.id = r.user_id and r.id in (
      select id from password_resets where mail_due_at <= now() and expires_at > now() order by mail_due_at limit ${BATCH} for update skip locked)
    returning r.id, u.email`,
}

const SENT = { name: 'reset-mail-sent', text: 'update password_resets set mail_due_at = null where id = $1' }

/** Mails the links for new passwords outside the requests that asked for them; each is sent by one process. */
@Injectable()
export class ResetMails implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('reset-mails')
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | null = null
  #woken = false
  #stopped = false

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly links: ResetLinks,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref()
    this.wake()
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#sending
  }

  /** Sends soon what is due; returns at once. */
  wake(): void {
    this.#woken = true
    if (!this.#stopped) this.#sending ??= this.#sendWhileWoken()
  }

  async #sendWhileWoken(): Promise<void> {
    while (this.#woken && !this.#stopped) {
      this.#woken = false
      try {
        const due = await this.database.rows<{ id: string; email: string }>(TAKE)
        for (const { id, email } of due) await this.#send(id, email)
        if (due.length === BATCH) this.#woken = true
      } catch (failure) {
        this.#logger.warn(logFacts(failure), 'Reset mails wait')
      }
    }
    // In the same turn as the last look, so that no call to wake falls in between.
    this.#sending = null
  }

  async #send(id: string, email: string): Promise<void> {
    try {
      await this.mailer.send(resetMail(email, this.links.of(id)))
      await this.database.rows(SENT, [id])
    } catch (failure) {
      this.#logger.warn(logFacts(failure), `Reset mail ${id} was not sent`)
    }
  }
}

function resetMail(to: string, link: string): Mail {
  const text = `Você pediu para trocar sua senha no Prumo.

Abra o link e escolha uma nova:

${link}

O link vale por 1 hora e funciona uma vez.

Se não foi você quem pediu, não precisa fazer nada: sua senha continua a mesma.

Prumo
`
  return { to, subject: 'Sua nova senha no Prumo', text }
}
