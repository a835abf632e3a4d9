import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processIdentity } from '../data-folder/processes.js'
import { canReach, unprivilegedUser } from './system-user.js'

const someoneElse = { uid: 54321, gid: 54321 }

describe('the user of Postgres', () => {
  it('is postgres, or the fallback user', () => {
    const [root, fallback, postgres] = [
      'root:x:0:0::/root:/bin/sh\n',
      'nobody:x:65534:65533::/:/bin/false\n',
      'postgres:x:70:71::/:/bin/sh\n',
    ]
    expect(unprivilegedUser(root + fallback + postgres)).toEqual({ uid: 70, gid: 71 })
    expect(unprivilegedUser(root + fallback)).toEqual({ uid: 65534, gid: 65533 })
    expect(() => unprivilegedUser(root)).toThrow('não tem os usuários postgres nem nobody')
  })

  it('needs permission on every folder of a path', () => {
    const top = mkdtempSync(join(tmpdir(), 'prumo-reach-'))
    try {
      const folder = join(top, 'home', 'data')
      const file = join(folder, 'program')
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, '')
      for (const [path, mode] of [
        [top, 0o711],
        [join(top, 'home'), 0o711],
        [folder, 0o755],
        [file, 0o755],
      ] as const)
        chmodSync(path, mode)
      expect(canReach(file, someoneElse)).toBe(true)
      expect(canReach(join(top, 'home'), someoneElse)).toBe(false)
      expect(canReach(join(top, 'home'), someoneElse, 0o1)).toBe(true)
      chmodSync(join(top, 'home'), 0o700)
      expect(canReach(file, someoneElse)).toBe(false)
      expect(canReach(file, { uid: process.getuid?.() ?? 0, gid: 0 })).toBe(true)
    } finally {
      rmSync(top, { recursive: true })
    }
  })

  it('is distinguished from a later process with the same pid', () => {
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid))
    expect(processIdentity(process.pid)).not.toBe(processIdentity(process.ppid))
    expect(processIdentity(2 ** 22 + 1)).toBeNull()
  })
})
