import autocannon from 'autocannon'
import { v4 as newKey } from 'uuid'
import { transactionAt } from '../append/sale.js'
import type { Contender } from '../rounds.js'

/** Recording over HTTP: each connection is a person with a session, each request a new transaction with its own key. */
export function recordingOver(name: string, origin: string, tokens: readonly string[]): Contender {
  let n = 0
  return loading(name, tokens, {
    url: `${origin}/api/transactions`,
    method: 'POST',
    setupRequest(request) {
      const { amount, ...rest } = transactionAt(n++)
      const body = JSON.stringify({ ...rest, amount: amount / 100 })
      return { ...request, body, headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': newKey() } }
    },
  })
}

/** The first page of the list, for the same people. */
export function listingOver(name: string, origin: string, tokens: readonly string[]): Contender {
  return loading(name, tokens, { url: `${origin}/api/transactions?limit=20`, method: 'GET' })
}

/** The same with the ETag of the answer before: each request is answered with 304. */
export async function askingAgainOver(name: string, origin: string, tokens: readonly string[]): Promise<Contender> {
  const url = `${origin}/api/transactions?limit=20`
  const tags = new Map<string, string>()
  for (const token of tokens) {
    const { headers } = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    tags.set(token, headers.get('etag') ?? '')
  }
  return loading(name, tokens, { url, method: 'GET', answers: '3xx', headersOf: (token) => ({ 'if-none-match': tags.get(token) ?? '' }) })
}

interface LoadOptions extends autocannon.Request {
  url: string
  /** The expected class of status, if not a success. */
  answers?: '3xx'
  /** Additional headers of each person's requests. */
  headersOf?: (token: string) => Record<string, string>
}

function loading(name: string, tokens: readonly string[], { url, answers, headersOf, ...request }: LoadOptions): Contender {
  // Each round uses the next people.
  let next = 0
  return {
    name,
    async rate({ seconds, concurrency }) {
      const setupClient = (client: autocannon.Client) => {
        const token = tokens[next++ % tokens.length] as string
        client.setHeaders({ authorization: `Bearer ${token}`, ...headersOf?.(token) })
      }
      const result = await autocannon({ url, connections: concurrency, duration: seconds, setupClient, requests: [request] })
      const asWanted = result[answers ?? '2xx']
      const others = result['2xx'] + result.non2xx - asWanted
      if (others > 0 || result.errors > 0) throw new Error(`${name}: ${others} other answers and ${result.errors} failures`)
      return asWanted / result.duration
    },
  }
}
