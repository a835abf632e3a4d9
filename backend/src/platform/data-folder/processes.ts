import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** Pids are recycled, so a process is identified by pid and start time: from /proc on Linux, from `ps` elsewhere. */

const linux = process.platform === 'linux'

/** Identifies one run of a process; null when it does not exist or is a zombie. */
export function processIdentity(pid: number): string | null {
  try {
    if (!linux) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name, in parentheses, may itself contain spaces and parentheses.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return state === 'Z' || state === 'X' ? null : `${boot}/${rest[18]}`
  } catch {
    return null
  }
}

/** The processes of a Postgres cluster, which all have its data folder as working directory (absolute, without symbolic links). */
export function processesIn(folder: string): number[] {
  if (linux)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
      .map(Number)
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`-D ${folder} `))
    .map((line) => Number.parseInt(line, 10))
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
