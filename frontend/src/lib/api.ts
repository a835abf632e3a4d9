import { toCentavos, toReais } from '@prumo/shared/money-fields'
import { rejections, type ErrorAnswer, type FieldErrors, type RejectionCode } from '@prumo/shared/rejections'
import { compareClock } from './device-clock'
import { takePrefetched } from './prefetched-answers'
import { requestAddress, type QueryParams } from './api-query'
import { endSession, session } from './session'

const BASE = '/api'
const TIMEOUT_MS = 20_000
/** An export of the whole account is slow: a year's file of a busy shop over a mobile connection. */
export const EXPORT_MS = 120_000
/** A photo or document takes long over a mobile connection. */
export const FILE_MS = 120_000

const NETWORK_TEXT = 'Erro de conexão. Verifique sua internet e tente novamente.'
const UNKNOWN_TEXT = 'Erro desconhecido. Tente novamente.'

/** A call that was refused or got no answer. `message` is the text for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: RejectionCode | 'NETWORK'
  readonly fields?: FieldErrors
  /** From Retry-After; null without the header. */
  readonly retryAfterMs: number | null

  constructor(status: number, code: RejectionCode | 'NETWORK', text: string, fields?: FieldErrors, retryAfterMs: number | null = null) {
    super(text, { cause: `HTTP ${status}` })
    this.status = status
    this.code = code
    if (fields) this.fields = fields
    this.retryAfterMs = retryAfterMs
  }
}

/** A call to the API; amounts of its body are in centavos. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** For a call before there is a session: sends no token, and a 401 does not end the session. */
  anonymous?: boolean
  /** The token of a call that may outlive the present session. Default: the present session's. */
  token?: string
  /** The body and the answer are files, in reais: neither is converted. */
  isFile?: boolean
  /** Limit for the whole answer, its body included. */
  timeoutMs?: number
}

/** An answer of the API with a good status, or 304 to a request with `If-None-Match`. Amounts are in centavos. */
export interface ApiResponse<T> {
  status: number
  headers: Headers
  body: T
}

/** Reads from the API. @param token for a read that may outlive the present session */
export function get<T>(path: string, params: QueryParams = {}, signal?: AbortSignal, token?: string): Promise<T> {
  return send<T>({ method: 'GET', path: requestAddress([path, params]), signal, ...(token !== undefined && { token }) })
}

/**
 * Takes an answer that was requested before the app was loaded. Each can be taken once.
 * @returns when it was requested, in milliseconds, and the answer; null if it was not requested
 */
export function takePrefetchedAnswer<T>(address: string, token: string): { at: number; answer: Promise<ApiResponse<T>> } | null {
  const first = takePrefetched(address, token)
  return first && { at: first.at, answer: first.response.then((response) => toApiResponse<T>(response, token)) }
}

/** Sends what comes before a session or ends it: log in, register, reset, log out. Every other change is a command of `data`. */
export function submit<T>(path: string, body?: unknown, options: { anonymous: boolean } = { anonymous: true }): Promise<T> {
  return send<T>({ method: 'POST', path, body, ...options })
}

/** Sends a call once, without retries. @returns the body of its answer */
export async function send<T>(call: ApiCall): Promise<T> {
  const { body } = await sendForResponse<T>(call)
  return body
}

/** Like `send`, but returns the answer's status and headers too. */
export async function sendForResponse<T>(call: ApiCall): Promise<ApiResponse<T>> {
  const token = call.anonymous ? null : (call.token ?? session().token)
  return toApiResponse<T>(await request(call, token), token, call.isFile)
}

/** Reads a file from the API. @param type the type that it is given, whatever the answer says */
export async function fetchFile(path: string, type: string, token: string, signal?: AbortSignal): Promise<Blob> {
  const response = await request({ method: 'GET', path, signal, timeoutMs: FILE_MS }, token)
  if (!response.ok) return toApiResponse<never>(response, token).then(({ body }) => body)
  compareClock(response.headers)
  try {
    return new Blob([await response.arrayBuffer()], { type })
  } catch (failure) {
    if (signal?.aborted) throw failure
    throw new ApiError(0, 'NETWORK', NETWORK_TEXT)
  }
}

/** @throws ApiError if the answer is a refusal; a 401 ends the session of `token` */
async function toApiResponse<T>(response: Response, token: string | null, isFile = false): Promise<ApiResponse<T>> {
  const { status, headers } = response
  compareClock(headers)
  if (response.ok || status === 304) {
    const body = (await bodyOf(response)) as T
    return { status, headers, body: isFile ? body : toCentavos(body) }
  }
  // A 401 to a former token does not concern the present session.
  if (response.status === 401 && token && token === session().token) endSession('expired')
  throw toApiError(response, await bodyOf(response).catch(() => null))
}

async function request(call: ApiCall, token: string | null): Promise<Response> {
  try {
    return await fetch(BASE + call.path, {
      method: call.method,
      // Sign-out erases the account's data, which the browser's cache would keep.
      cache: 'no-store',
      headers: {
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.isFile ? call.body : toReais(call.body)) }),
      signal: abortAfter(call.timeoutMs ?? TIMEOUT_MS, call.signal),
    })
  } catch (failure) {
    if (call.signal?.aborted) throw failure
    throw new ApiError(0, 'NETWORK', NETWORK_TEXT)
  }
}

/** Aborts with the caller's signal or after `ms`. Safari has `AbortSignal.any` only since 17.4. */
function abortAfter(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  if (!signal) return timeout
  const ending = new AbortController()
  for (const each of [signal, timeout]) {
    if (each.aborted) ending.abort(each.reason)
    else each.addEventListener('abort', () => ending.abort(each.reason), { signal: ending.signal })
  }
  return ending.signal
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // Interrupted, or not from our server.
    throw new ApiError(0, 'NETWORK', NETWORK_TEXT)
  }
}

function toApiError({ status, headers }: Response, body: unknown): ApiError {
  const answer = (body !== null && typeof body === 'object' ? body : {}) as Partial<ErrorAnswer>
  const code = answer.code ?? codeOf(status)
  const text = answer.error || textOf(status)
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(status, code, text, answer.fields, Number.isFinite(seconds) ? seconds * 1000 : null)
}

/** The code of an answer without one, such as a proxy's error page. */
function codeOf(status: number): RejectionCode {
  if (status === 502 || status === 504) return 'UNAVAILABLE'
  const match = (Object.keys(rejections) as RejectionCode[]).find((code) => rejections[code].status === status)
  return match ?? 'INTERNAL'
}

function textOf(status: number): string {
  if (status === 401) return rejections.UNAUTHENTICATED.text
  if (status === 403) return rejections.FORBIDDEN.text
  if (status === 404) return rejections.NOT_FOUND.text
  if (status === 500) return rejections.INTERNAL.text
  if (status === 502 || status === 503 || status === 504) return rejections.UNAVAILABLE.text
  return UNKNOWN_TEXT
}

/** The text to show for any failure. */
export function messageOf(failure: unknown): string {
  return failure instanceof ApiError ? failure.message : UNKNOWN_TEXT
}
