import { readFileSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../data-folder/startup-error.js'

/** The user that Postgres runs as. */
export interface SystemUser {
  uid: number
  gid: number
}

export function isRunningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** The unprivileged user of a new cluster started by root, because Postgres refuses to run as root. */
export function unprivilegedUser(passwd = readFileSync('/etc/passwd', 'utf8')): SystemUser {
  for (const name of ['postgres', 'nobody']) {
    const entry = passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':')
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new StartupError(
    'O Postgres não roda como root, e este sistema não tem os usuários postgres nem nobody. Inicie como outro usuário.',
  )
}

/**
 * Whether the user may use the path, by its mode and those of all its parents.
 * @param bits permission needed on the path itself: 5 to list a folder or run a program, 1 to traverse a folder
 */
export function canReach(path: string, user: SystemUser, bits: 0o1 | 0o5 = 0o5): boolean {
  const parent = dirname(path)
  return (parent === path || canReach(parent, user, 0o1)) && allows(statSync(path), user, bits)
}

function allows(stats: Stats, user: SystemUser, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> shift) & bits) === bits
}
