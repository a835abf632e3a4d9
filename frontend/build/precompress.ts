import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Not the pages: the server fills them in and compresses them itself. */
const COMPRESSIBLE = /^(?!pages\/).*\.(js|css|html|svg|json|txt|webmanifest)$/
/** Smaller answers gain nothing from compression. */
const MIN_BYTES = 1024

/** Writes a compressed copy beside each text file of the build, so that no request waits for compression. */
export function precompress(): Plugin {
  let folder: string | null = null
  return {
    name: 'prumo:precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      folder = dir
    },
    // After other plugins have written their files, such as the service worker.
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
