import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readAccess } from './cluster-access.js'
import { joinOrStartEmbeddedPostgres, removeCluster, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js'
import { processesIn, processIdentity } from '../data-folder/processes.js'

const built = new URL('../../../dist/platform/embedded-postgres/embedded-postgres.js', import.meta.url).href

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Another program that starts the folder's Postgres, writes a row and is killed by SIGKILL. */
async function killedProgram(dataDir: string): Promise<void> {
  const script = `
    const { startEmbeddedPostgres } = await import('${built}')
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, role: 'test' })
    console.log(postgres.url)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The program ended by itself.')))
  const [url] = (await Promise.race([once(child.stdout, 'data'), failed])) as [Buffer]
  await ask(url.toString().trim(), 'INSERT INTO kept VALUES (now())')
  child.kill('SIGKILL')
  await failed.catch(() => undefined)
}

/** Kills every process of a server. The others may end by themselves once the first of them is gone. */
function killServer(data: string): void {
  for (const pid of processesIn(data)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(readAccess(dataDir)!.folder, 'data', 'postmaster.pid'), 'utf8'), 10)
}

describe('the embedded Postgres', () => {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'prumo-launcher-'))
  const start = () => startEmbeddedPostgres({ dataDir, role: 'test' })
  const count = async (postgres: EmbeddedPostgres) => Number((await ask(postgres.url, 'SELECT count(*) FROM kept'))[0])

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    const postgres = await start()
    await ask(postgres.url, 'CREATE TABLE kept (at timestamptz)')
    await postgres.stop()
  })
  afterAll(() => removeCluster(dataDir))

  it('sorts and searches Portuguese, listens locally only, and requires the password', async () => {
    const postgres = await start()
    const words = `SELECT word FROM unnest(ARRAY['zebra', 'água', 'ovo', 'Ágil']) AS word ORDER BY word COLLATE "pt-BR-x-icu"`
    expect(await ask(postgres.url, words)).toEqual(['Ágil', 'água', 'ovo', 'zebra'])
    expect(await ask(postgres.url, `SELECT upper('ção')`)).toEqual(['ÇÃO'])
    expect(await ask(postgres.url, 'SHOW listen_addresses')).toEqual(['127.0.0.1'])
    await expect(ask(Object.assign(new URL(postgres.url), { password: 'outra' }).toString(), 'SELECT 1')).rejects.toThrow(/password/)
    await postgres.stop()
  })

  it('logs no data', async () => {
    const postgres = await start()
    await ask(postgres.url, 'create table people (email text unique)')
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const add = () => client.query('insert into people values ($1)', ['canario@exemplo.com'])
    await add()
    await expect(add()).rejects.toThrow(/unique/)
    await client.end()
    await ask(postgres.url, 'drop table people')
    await postgres.stop()
    const log = readFileSync(join(readAccess(dataDir)!.folder, 'server.log'), 'utf8')
    expect(log).toContain('people_email_key')
    expect(log).not.toContain('canario')
  })

  it('keeps its password from other users', () => {
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
    expect(statSync(readAccess(dataDir)!.folder).mode & 0o777).toBe(0o700)
  })

  it('refuses a second start, and lets a command join without stopping it', async () => {
    const postgres = await start()
    await expect(start()).rejects.toThrow(`já está rodando nesta pasta de dados (${dataDir}, processo ${process.pid})`)
    const joined = await joinOrStartEmbeddedPostgres({ dataDir })
    expect(joined).toMatchObject({ owned: false, url: postgres.url })
    await joined.stop()
    expect(await ask(postgres.url, 'SELECT 1')).toEqual([1])
    await postgres.stop()
    await expect(ask(postgres.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  })

  it('waits for a command that started it', async () => {
    const command = await joinOrStartEmbeddedPostgres({ dataDir })
    expect(command.owned).toBe(true)
    const waits: number[] = []
    const patience = new AbortController()
    const impatient = startEmbeddedPostgres({ dataDir, role: 'start', signal: patience.signal })
    patience.abort()
    await expect(impatient).rejects.toThrow(/abort/)
    const starting = startEmbeddedPostgres({ dataDir, role: 'test', onWait: (owner) => waits.push(owner.pid) })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(waits).toEqual([process.pid])
    await command.stop()
    const postgres = await starting
    expect(postgres.owned).toBe(true)
    await postgres.stop()
  })

  it('recovers from a SIGKILL of its program while the server survives', async () => {
    await killedProgram(dataDir)
    const orphan = postmasterOf(dataDir)
    expect(processIdentity(orphan)).not.toBeNull()
    const postgres = await start()
    expect(processIdentity(orphan)).toBeNull()
    expect(await count(postgres)).toBe(1)
    await postgres.stop()
  })

  it('recovers from a SIGKILL of all processes', async () => {
    await killedProgram(dataDir)
    killServer(join(readAccess(dataDir)!.folder, 'data'))
    const postgres = await start()
    expect(await count(postgres)).toBe(2)
    await postgres.stop()
  })

  it('ignores a pid that now belongs to another program', async () => {
    await killedProgram(dataDir)
    const data = join(readAccess(dataDir)!.folder, 'data')
    killServer(data)
    const file = join(data, 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.ppid)))
    const postgres = await start()
    expect(await count(postgres)).toBe(3)
    await postgres.stop()
    expect(processIdentity(process.ppid)).not.toBeNull()
  })

  it('leaves no files or processes behind', async () => {
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.json'])
    expect(processesIn(join(dataDir, 'postgres', 'data'))).toEqual([])
  })
})

describe('a data folder under a folder that only its owner can enter', () => {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'prumo-launcher-'))
  const dataDir = join(home, 'prumo', '.data')
  afterAll(() => rmSync(home, { recursive: true }))

  it('holds a working cluster for any user', async () => {
    chmodSync(home, 0o700)
    mkdirSync(dataDir, { recursive: true })
    const postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
    const { folder } = readAccess(dataDir)!
    const root = process.getuid?.() === 0
    // Root's Postgres runs as another user, who cannot enter here.
    expect(folder.startsWith(root ? '/var/lib/prumo/clusters/' : dataDir)).toBe(true)
    expect(statSync(folder).uid === 0).toBe(false)
    await postgres.stop()
    await removeCluster(dataDir)
    expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined()
  })
})
