import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { RunningApp } from './running-app.js'

/** The newest address with a token that was mailed to someone, once it has arrived; a page's path tells which. */
export async function linkSentTo(email: string, app: RunningApp, path = '/reset-password'): Promise<string> {
  const link = new RegExp(`http://\\S+${path}#token=[\\w.~-]+`)
  const newestLink = () =>
    mailsOf(app)
      .filter((mail) => mail.includes(`To: ${email}`))
      .findLast((mail) => link.test(mail))
      ?.match(link)?.[0]
  await expect.poll(newestLink, { timeout: 20_000 }).toBeDefined()
  return newestLink() ?? ''
}

/** The newest mail to someone, once there is one. */
export async function mailTo(email: string, app: RunningApp): Promise<string> {
  const newest = () => mailsOf(app).findLast((mail) => mail.includes(`To: ${email}`))
  await expect.poll(newest, { timeout: 20_000 }).toBeDefined()
  return newest() ?? ''
}

/** Oldest first, as their readers see them. The folder comes with the first mail. */
function mailsOf(app: RunningApp): string[] {
  const folder = join(app.dataDir, 'mails')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  // Quoted-printable breaks long lines with "=" and writes "=" as "=3D".
  return files.sort().map((file) =>
    readFileSync(join(folder, file), 'utf8')
      .replace(/=\r?\n/g, '')
      .replace(/=3D/g, '='),
  )
}
