import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type APIRequestContext } from '@playwright/test'
import type { RunningApp } from './running-app.js'

/** The newest address with a token that was mailed to someone, once it has arrived; a page's path tells which. */
export async function findMailedLink(email: string, app: RunningApp, path = '/reset-password'): Promise<string> {
  const link = new RegExp(`http://\\S+${path}#token=[\\w.~-]+`)
  const mail = await newestMail(app, (each) => each.includes(`To: ${email}`) && link.test(each))
  return mail.match(link)?.[0] ?? ''
}

/** The newest mail to someone, once there is one. What confirms an e-mail, which every new person gets, is none of them. */
export async function findMail(email: string, app: RunningApp): Promise<string> {
  return newestMail(app, (mail) => mail.includes(`To: ${email}`) && !mail.includes('/confirm-email#'))
}

/** Whoever has an account confirms its e-mail, as they would by the mail that came with it. */
export async function confirmEmail(request: APIRequestContext, app: RunningApp, email: string): Promise<void> {
  const token = (await findMailedLink(email, app, '/confirm-email')).split('#token=')[1]
  await expect(await request.post(`${app.url}/api/auth/confirm-email`, { data: { token } })).toBeOK()
}

/** The newest mail of some kind, once there is one. */
async function newestMail(app: RunningApp, isMeant: (mail: string) => boolean): Promise<string> {
  const find = () => {
    for (const mail of mailsOf(app)) if (isMeant(mail)) return mail
    return undefined
  }
  await expect.poll(find, { timeout: 20_000, intervals: [50, 100, 250] }).toBeDefined()
  return find() ?? ''
}

/** Newest first, as their readers see them. The folder comes with the first mail. */
function* mailsOf(app: RunningApp): Generator<string> {
  const folder = join(app.dataDir, 'mails')
  if (!existsSync(folder)) return
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  for (const file of files.sort().toReversed()) {
    // Quoted-printable breaks long lines with "=" and writes "=" as "=3D".
    yield readFileSync(join(folder, file), 'utf8')
      .replace(/=\r?\n/g, '')
      .replace(/=3D/g, '=')
  }
}
