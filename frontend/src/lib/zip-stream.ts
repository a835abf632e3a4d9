import { Zip, ZipPassThrough } from 'fflate/browser'

/** Where the bytes of an archive go, in order. */
export interface ZipSink {
  write: (bytes: Uint8Array) => Promise<void>
}

/**
 * A ZIP archive that is written while its files arrive: stored without compression, since receipts are compressed already, with
 * UTF-8 names. It holds one file at a time, and the names of all.
 */
export class ZipStream {
  readonly #zip: Zip
  #queued: Uint8Array[] = []
  #failure: Error | null = null

  constructor(private readonly sink: ZipSink) {
    this.#zip = new Zip((failure, bytes) => {
      if (failure) this.#failure = failure
      else if (bytes.length > 0) this.#queued.push(bytes)
    })
  }

  async add(path: string, bytes: Uint8Array): Promise<void> {
    const file = new ZipPassThrough(path)
    this.#zip.add(file)
    file.push(bytes, true)
    await this.#flush()
  }

  /** Writes the directory. */
  async end(): Promise<void> {
    this.#zip.end()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#failure) throw this.#failure
    const queued = this.#queued
    this.#queued = []
    for (const bytes of queued) await this.sink.write(bytes)
  }
}

/** Parts above this size are handed to the browser, which may keep them on disk. */
const PART_BYTES = 4_000_000

/** Collects an archive as a blob, for browsers that cannot write to a chosen file. */
export class BlobSink implements ZipSink {
  readonly #parts: Blob[] = []
  #open: Uint8Array<ArrayBuffer>[] = []
  #size = 0

  write(bytes: Uint8Array): Promise<void> {
    this.#open.push(bytes as Uint8Array<ArrayBuffer>)
    this.#size += bytes.length
    if (this.#size >= PART_BYTES) this.#close()
    return Promise.resolve()
  }

  blob(): Blob {
    this.#close()
    return new Blob(this.#parts, { type: 'application/zip' })
  }

  #close(): void {
    if (this.#open.length > 0) this.#parts.push(new Blob(this.#open))
    this.#open = []
    this.#size = 0
  }
}
