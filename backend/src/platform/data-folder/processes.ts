import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** Pids are recycled, so a process is known by its pid and by when it began. Linux answers from /proc, others by `ps`. */

const linux = process.platform === 'linux'

/** A text that only this run of this process has; null when there is no such process, or it has ended and awaits its parent. */
export function processIdentity(pid: number): string | null {
  try {
    if (!linux) return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name, in parentheses, may itself hold spaces and parentheses.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return state === 'Z' || state === 'X' ? null : `${boot}/${rest[18]}`
  } catch {
    return null
  }
}

/** The processes of a Postgres cluster: all of them work in its data folder (absolute, without symbolic links). */
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
