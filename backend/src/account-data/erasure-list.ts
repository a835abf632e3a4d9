import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** An account that was erased. The id tells nobody who it was. */
const erasure = z.object({ accountId: z.guid(), erasedAt: z.iso.datetime() })
export type Erasure = z.output<typeof erasure>

/** The list in the data folder, one JSON object a line: a backup of the database knows nothing of what was erased after it. */
export function erasureListFile(dataDir: string): string {
  return join(dataDir, 'erasures.jsonl')
}

/** What a list holds. */
export interface ErasureList {
  erasures: Erasure[]
  /** The numbers of lines, from 1, that are no erasure, such as half a line that a crash left. */
  damagedLines: number[]
}

/** Adds an erasure, unless the list has it. Resolves once it is on the disk. @returns the lines of the list that cannot be read */
export async function noteErasure(dataDir: string, erased: Erasure): Promise<Pick<ErasureList, 'damagedLines'>> {
  const file = erasureListFile(dataDir)
  const text = await readList(file)
  const { erasures, damagedLines } = parseList(text)
  if (erasures.some(({ accountId }) => accountId === erased.accountId)) return { damagedLines }
  const handle = await open(file, 'a', 0o600)
  try {
    // Half a line that a crash left must not swallow this one.
    const lineStart = text === '' || text.endsWith('\n') ? '' : '\n'
    await handle.appendFile(`${lineStart}${JSON.stringify(erased)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { damagedLines }
}

/** The erasures of a list; none where there is no file. */
export async function readErasures(file: string): Promise<ErasureList> {
  return parseList(await readList(file))
}

function readList(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

function parseList(text: string): ErasureList {
  const list: ErasureList = { erasures: [], damagedLines: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseLine(line)
    if (parsed) list.erasures.push(parsed)
    else list.damagedLines.push(index + 1)
  }
  return list
}

function parseLine(line: string): Erasure | null {
  try {
    return erasure.parse(JSON.parse(line))
  } catch {
    return null
  }
}
