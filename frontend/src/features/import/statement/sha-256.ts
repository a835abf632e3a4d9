/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
/** The same of the square roots of the first eight primes: the initial state. */
const BEGINNING = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

const BLOCK = 64
const encoder = new TextEncoder()
const schedule = new Uint32Array(64)

/**
 * The SHA-256 of a text in UTF-8, as lower-case hex. Synchronous, because the browser's asynchronous one takes ten times as long for
 * the thousands of short texts of a statement.
 */
export function sha256(text: string): string {
  const bytes = encoder.encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, bytes.length << 3)
  const state = BEGINNING.slice()
  for (let from = 0; from < padded.length; from += BLOCK) addBlock(state, view, from)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function addBlock(state: Uint32Array, view: DataView, from: number): void {
  const w = schedule
  for (let at = 0; at < 16; at++) w[at] = view.getUint32(from + at * 4)
  for (let at = 16; at < 64; at++) {
    const [early, late] = [w[at - 15] as number, w[at - 2] as number]
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    w[at] = ((w[at - 16] as number) + first + (w[at - 7] as number) + second) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g)
    const one =
      (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice + (ROUNDS[at] as number) + (w[at] as number)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x1_0000_0000)
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}
