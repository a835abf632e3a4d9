import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** An erased account. Its id does not identify the person. */
const erasure = z.object({ accountId: z.guid(), erasedAt: z.iso.datetime() })
export type Erasure = z.output<typeof erasure>

/** The list in the data folder, one JSON object a line. It exists because a backup of the database lacks later erasures. */
export function erasureListFile(dataDir: string): string {
  return join(dataDir, 'erasures.jsonl')
}

/** The contents of a list. */
export interface ErasureList {
  erasures: Erasure[]
  /** The numbers of unreadable lines, from 1, such as half a line after a crash. */
  damagedLines: number[]
}

/** Adds an erasure unless the list has it. Resolves once it is on disk. @returns the list's unreadable lines */
export async function noteErasure(dataDir: string, erased: Erasure): Promise<Pick<ErasureList, 'damagedLines'>> {
  const file = erasureListFile(dataDir)
  const text = await readList(file)
  const { erasures, damagedLines } = parseList(text)
  if (erasures.some(({ accountId }) => accountId === erased.accountId)) return { damagedLines }
  const handle = await open(file, 'a', 0o600)
  try {
    // Half a line from a crash must not merge with this one.
    const lineStart = text === '' || text.endsWith('\n') ? '' : '\n'
    await handle.appendFile(`${lineStart}${JSON.stringify(erased)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { damagedLines }
}

/** The erasures of a list; none if the file is missing. */
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
