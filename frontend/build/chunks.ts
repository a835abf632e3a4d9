import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

/** The build's output, seen as what a page has to load. */
export type Bundle = Rolldown.OutputBundle
export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

export function chunksOf(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
}

/** The chunk of a build entry. @param name its key among the inputs */
export function entryChunk(name: string, bundle: Bundle): Chunk {
  const found = chunksOf(bundle).find((chunk) => chunk.isEntry && chunk.name === name)
  if (!found) throw new Error(`The build has no entry ${name}`)
  return found
}

/** The chunk that contains a lazy module. */
export function lazyChunk(module: string, bundle: Bundle): Chunk {
  const found = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!found || found.isEntry) throw new Error(`${module} does not come later: is it imported statically?`)
  return found
}

/** The chunks with all their static imports, dependencies first. */
export function closure(roots: readonly Chunk[], bundle: Bundle): Chunk[] {
  const found = new Set<Chunk>()
  const seen = new Set<Chunk>()
  const visit = (chunk: Chunk): void => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const file of chunk.imports) {
      const output = bundle[file]
      if (output?.type === 'chunk') visit(output)
    }
    found.add(chunk)
  }
  roots.forEach(visit)
  return [...found]
}

/** The style files of chunks, in the order of the chunks. */
export function stylesOf(chunks: readonly Chunk[]): string[] {
  return [...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))]
}

/** The size of a file in bytes after gzip. */
export function gzippedSize(output: Bundle[string] | undefined): number {
  return output ? gzipSync(output.type === 'chunk' ? output.code : output.source, { level: 9 }).length : 0
}
