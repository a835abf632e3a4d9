import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Pages are filled in by the server, and compressed by it. */
const COMPRESSIBLE = /^(?!pages\/).*\.(js|css|html|svg|json|txt|webmanifest)$/
/** Below this a compressed answer is no smaller on the wire. */
const MIN_BYTES = 1024

/** Writes each text file of the build compressed beside it, so that the server never compresses while somebody waits. */
export function precompress(): Plugin {
  let folder: string | null = null
  return {
    name: 'prumo:precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      folder = dir
    },
    // What other plugins add when everything is written, such as the service worker, is there by then.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (folder) compressAll(folder)
      },
    },
  }
}

function compressAll(dir: string): void {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const file = join(dir, name)
    if (!COMPRESSIBLE.test(name)) continue
    const content = readFileSync(file)
    if (content.length < MIN_BYTES) continue
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
