/** ZIP files read in parts: a copy with its receipts is larger than what fits into memory. `zip-stream.ts` writes them. */

const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** The longest comment that may follow the end of the directory. */
const MAX_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8

/** An entry of a ZIP file, read when it is asked for. */
export interface ZipEntry {
  /** Unpacked, as the file says, in bytes. */
  size: number
  /** @throws if it is damaged, or longer than the file says */
  read: () => Promise<Blob>
}

/**
 * The entries of a ZIP file by name. Also of one that was packed again, as some systems unpack every file that they receive.
 * @returns null for a file that is no ZIP
 */
export async function readZip(file: Blob): Promise<ReadonlyMap<string, ZipEntry> | null> {
  const tail = await viewOf(file.slice(Math.max(0, file.size - END_BYTES - MAX_COMMENT)))
  const at = lastEnd(tail)
  if (at === null) return null
  const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  const directory = await viewOf(file.slice(start, start + size))
  const entries = new Map<string, ZipEntry>()
  for (let next = 0; next + CENTRAL_BYTES <= directory.byteLength && directory.getUint32(next, true) === CENTRAL;) {
    const lengths = [28, 30, 32].map((field) => directory.getUint16(next + field, true))
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, next + CENTRAL_BYTES, lengths[0]))
    entries.set(name, entryOf(file, directory, next))
    next += CENTRAL_BYTES + lengths.reduce((sum, length) => sum + length, 0)
  }
  return entries
}

function lastEnd(tail: DataView): number | null {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) if (tail.getUint32(at, true) === END) return at
  return null
}

function entryOf(file: Blob, directory: DataView, at: number): ZipEntry {
  const [method, packed, size] = [
    directory.getUint16(at + 10, true),
    directory.getUint32(at + 20, true),
    directory.getUint32(at + 24, true),
  ]
  const [crc, offset] = [directory.getUint32(at + 16, true), directory.getUint32(at + 42, true)]
  return {
    size,
    async read() {
      const local = await viewOf(file.slice(offset, offset + LOCAL_BYTES))
      const begin = offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
      const content = file.slice(begin, begin + packed)
      if (method !== STORED && method !== DEFLATED) throw new Error('An unknown method of packing')
      const bytes = method === STORED ? new Uint8Array(await content.arrayBuffer()) : await inflate(content, size)
      if (bytes.length !== size || crc32(bytes) !== crc) throw new Error('A damaged entry')
      return new Blob([bytes])
    },
  }
}

/** @throws for more than `size` bytes, without unpacking the rest */
async function inflate(packed: Blob, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  let length = 0
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (length + value!.length > size) {
      await reader.cancel()
      throw new Error('An entry is longer than the file says')
    }
    bytes.set(value!, length)
    length += value!.length
  }
  return bytes.subarray(0, length)
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer())
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** The checksum of ZIP files. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
