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

/** Adds an erasure, unless the list has it. Resolves once it is on the disk. */
export async function noteErasure(dataDir: string, erased: Erasure): Promise<void> {
  const file = erasureListFile(dataDir)
  const known = await readErasures(file)
  if (known.some(({ accountId }) => accountId === erased.accountId)) return
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(`${JSON.stringify(erased)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The erasures of a list; none where there is no file. Throws for a line that is none. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [erasure.parse(JSON.parse(line))]))
}
