import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAbandoned, findLiveOwner, tryClaim } from './claim.js'

describe('the claim of a data folder', () => {
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'prumo-claim-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const dead = () => {
    const owner = { pid: process.pid, identity: 'an earlier process', role: 'start' }
    writeFileSync(join(dataDir, 'running.json'), JSON.stringify(owner))
  }

  it('belongs to one process until it is released', () => {
    const claim = tryClaim(dataDir, 'start')
    claim?.announce(5432)
    expect(tryClaim(dataDir, 'ops')).toBeNull()
    expect(findLiveOwner(dataDir)).toMatchObject({ pid: process.pid, role: 'start', port: 5432 })
    claim?.release()
    expect(findLiveOwner(dataDir)).toBeNull()
    expect(tryClaim(dataDir, 'ops')).not.toBeNull()
  })

  it('passes on from a dead owner, even when its pid is in use again', () => {
    dead()
    expect(isAbandoned(dataDir)).toBe(true)
    expect(tryClaim(dataDir, 'start')).not.toBeNull()
    expect(isAbandoned(dataDir)).toBe(false)
  })

  it('survives a corrupt file', () => {
    writeFileSync(join(dataDir, 'running.json'), '{')
    expect(tryClaim(dataDir, 'start')).not.toBeNull()
  })

  it('waits for another process that takes over, but not for one that was killed', () => {
    dead()
    const mutex = join(dataDir, 'running.json.takeover')
    mkdirSync(mutex)
    expect(tryClaim(dataDir, 'start')).toBeNull()
    utimesSync(mutex, new Date(0), new Date(0))
    expect(tryClaim(dataDir, 'start')).toBeNull()
    expect(tryClaim(dataDir, 'start')).not.toBeNull()
  })

  it('reports a folder that cannot be used', () => {
    expect(() => tryClaim(join(dataDir, 'gone'), 'start')).toThrow(/gone não pode ser usada \(ENOENT\)/)
  })
})
