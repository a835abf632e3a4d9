/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
/** The same of the square roots of the first eight primes: the initial state. */
const BEGINNING = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

const BLOCK = 64
const encoder = new TextEncoder()
/** The reused buffer for short texts; a longer text allocates its own. */
const SHORT = new Uint8Array(8 * BLOCK)
const schedule = new Int32Array(64)
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * The SHA-256 of a text in UTF-8, as lower-case hex. Synchronous, because the browser's asynchronous one takes ten times as long for
 * the thousands of short texts of a statement.
 */
export function sha256(text: string): string {
  // A UTF-16 code unit takes at most three bytes.
  const buffer = text.length * 3 + BLOCK <= SHORT.length ? SHORT : new Uint8Array((Math.ceil((text.length * 3) / BLOCK) + 1) * BLOCK)
  const { written } = encoder.encodeInto(text, buffer)
  const length = Math.ceil((written + 9) / BLOCK) * BLOCK
  buffer.fill(0, written, length)
  buffer[written] = 0x80
  const view = new DataView(buffer.buffer)
  view.setUint32(length - 8, Math.floor(written / 0x2000_0000))
  view.setUint32(length - 4, written << 3)
  const state = Int32Array.from(BEGINNING)
  for (let from = 0; from < length; from += BLOCK) addBlock(state, view, from)
  return hexOf(state)
}

function hexOf(state: Int32Array): string {
  let hex = ''
  for (let at = 0; at < state.length; at++) {
    const word = state[at] as number
    hex += (HEX[word >>> 24] as string) + HEX[(word >>> 16) & 255] + HEX[(word >>> 8) & 255] + HEX[word & 255]
  }
  return hex
}

function addBlock(state: Int32Array, view: DataView, from: number): void {
  const w = schedule
  for (let at = 0; at < 16; at++) w[at] = view.getInt32(from + at * 4)
  for (let at = 16; at < 64; at++) {
    const early = w[at - 15] as number
    const late = w[at - 2] as number
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    w[at] = ((w[at - 16] as number) + first + (w[at - 7] as number) + second) | 0
  }
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
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
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x1_0000_0000) | 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}
