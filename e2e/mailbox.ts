import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type APIRequestContext } from '@playwright/test'
import type { RunningApp } from './running-app.js'

/** Waits for the newest link with a token that was mailed to a person; the path selects its kind. */
export async function findMailedLink(email: string, app: RunningApp, path = '/reset-password'): Promise<string> {
  const link = new RegExp(`http://\\S+${path}#(?:token=)?[\\w.~-]+`)
  const mail = await newestMail(app, (each) => each.includes(`To: ${email}`) && link.test(each))
  return mail.match(link)?.[0] ?? ''
}

/** Waits for the newest mail to a person, except those that confirm an e-mail, which every new person gets. */
export async function findMail(email: string, app: RunningApp): Promise<string> {
  return newestMail(app, (mail) => mail.includes(`To: ${email}`) && !mail.includes('/confirm-email#'))
}

/** Confirms a person's e-mail by the link that was mailed at registration. */
export async function confirmEmail(request: APIRequestContext, app: RunningApp, email: string): Promise<void> {
  const token = (await findMailedLink(email, app, '/confirm-email')).split('#token=')[1]
  await expect(await request.post(`${app.url}/api/auth/confirm-email`, { data: { token } })).toBeOK()
}

/** Waits for the newest mail that matches. */
async function newestMail(app: RunningApp, isMeant: (mail: string) => boolean): Promise<string> {
  const find = () => {
    for (const mail of mailsOf(app)) if (isMeant(mail)) return mail
    return undefined
  }
  await expect.poll(find, { timeout: 20_000, intervals: [50, 100, 250] }).toBeDefined()
  return find() ?? ''
}

/** Newest first, decoded. The folder is created with the first mail. */
function* mailsOf(app: RunningApp): Generator<string> {
  const folder = join(app.dataDir, 'mails')
  if (!existsSync(folder)) return
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  for (const file of files.sort().toReversed()) {
    const mail = readFileSync(join(folder, file), 'utf8')
    // Where it breaks long lines with "=" and writes "=" as "=3D". In others "=3D" is a token that begins with "3D".
    const isQuoted = /^Content-Transfer-Encoding: quoted-printable/m.test(mail)
    yield isQuoted ? mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=') : mail
  }
}
