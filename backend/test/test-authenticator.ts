import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** The creation options, as far as the device uses them. */
interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}
interface AssertionOptions {
  challenge: string
  rpId: string
}

/** Deviations from the correct answer, by the device or by an attacker. */
interface AuthenticatorOverrides {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The flags of user presence and user verification. */
  flags?: number
  counter?: number
  userHandle?: string
  signature?: Buffer
  format?: string
  statement?: Buffer
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

/** An authenticator in software: makes an ES256 key without attestation, and signs with it. */
export class TestAuthenticator {
  readonly id = randomBytes(32)
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''
  counter = 0

  /** @param origin the page that asks @param counts whether it keeps a signature counter */
  constructor(
    private readonly origin: string,
    private readonly counts = true,
  ) {}

  /** Answers `PublicKeyCredentialCreationOptionsJSON` with `RegistrationResponseJSON`. */
  create({ challenge, rp, user }: CreationOptions, otherwise: AuthenticatorOverrides = {}) {
    this.#userHandle = user.id
    const credential = Buffer.concat([Buffer.alloc(16), short(this.id.length), this.id, this.#coseKey()])
    const authData = Buffer.concat([this.#authData(rp.id, PRESENT | VERIFIED | HAS_KEY, otherwise), credential])
    const attestation = cborMap(
      [cborText('fmt'), cborText(otherwise.format ?? 'none')],
      [cborText('attStmt'), otherwise.statement ?? cborMap()],
      [cborText('authData'), cborBytes(authData)],
    )
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, otherwise),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Answers `PublicKeyCredentialRequestOptionsJSON` with `AuthenticationResponseJSON`. */
  get({ challenge, rpId }: AssertionOptions, otherwise: AuthenticatorOverrides = {}) {
    const authenticatorData = this.#authData(rpId, PRESENT | VERIFIED, otherwise)
    const clientDataJSON = this.#clientData('webauthn.get', challenge, otherwise)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = otherwise.signature ?? sign('sha256', Buffer.concat([authenticatorData, hash]), this.#key.privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: otherwise.userHandle ?? this.#userHandle,
      },
    }
  }

  #credential() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, authenticatorAttachment: 'platform' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, otherwise: AuthenticatorOverrides): string {
    const said = { type: otherwise.type ?? type, challenge: otherwise.challenge ?? challenge, origin: otherwise.origin ?? this.origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false })).toString('base64url')
  }

  #authData(rpId: string, flags: number, otherwise: AuthenticatorOverrides): Buffer {
    if (this.counts) this.counter++
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(otherwise.counter ?? this.counter)
    const host = createHash('sha256')
      .update(otherwise.rpId ?? rpId)
      .digest()
    return Buffer.concat([host, Buffer.from([(otherwise.flags ?? flags) | (flags & HAS_KEY)]), counter])
  }

  /** The public key in COSE: EC2 (1: 2), ES256 (3: -7), P-256 (-1: 1), and the point. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const point = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
    return cborMap(
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), point(x)],
      [cborInt(-3), point(y)],
    )
  }
}

/** The subset of CBOR that an authenticator uses. */
export function cborMap(...entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}

export function cborArray(...items: Buffer[]): Buffer {
  return Buffer.concat([cborHead(4, items.length), ...items])
}

export function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
}

export function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

export function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.concat([Buffer.from([(kind << 5) | 25]), short(size)])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
