import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

/** What the build made, seen as what a page has to load. */
export type Bundle = Rolldown.OutputBundle
export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

export function chunksOf(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
}

/** The chunk that an entry of the build became. @param name its key among the inputs */
export function entryChunk(name: string, bundle: Bundle): Chunk {
  const found = chunksOf(bundle).find((chunk) => chunk.isEntry && chunk.name === name)
  if (!found) throw new Error(`The build has no entry ${name}`)
  return found
}

/** The chunk that a module which comes later is in. */
export function lazyChunk(module: string, bundle: Bundle): Chunk {
  const found = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!found || found.isEntry) throw new Error(`${module} does not come later: is it imported statically?`)
  return found
}

/** The chunks and everything they import statically, what is imported before what imports it. */
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

/** Bytes of a file as it goes over the wire. */
export function gzippedSize(output: Bundle[string] | undefined): number {
  return output ? gzipSync(output.type === 'chunk' ? output.code : output.source, { level: 9 }).length : 0
}
