import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program's own code and the shared code. */
const code = ['../../', '../../../../shared/dist/'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))

/** A hash of the code: changes with each release, and equal in all its processes. Two releases may answer differently. */
export const release = codeHash()

function codeHash(): string {
  const hash = createHash('sha256')
  for (const folder of code) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[jt]s$/.test(name))
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('base64url')
}
