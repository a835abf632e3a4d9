import autocannon from 'autocannon'
import { v4 as newKey } from 'uuid'
import { transactionAt } from '../append/sale.js'
import type { Contender } from '../rounds.js'

/** Recording over HTTP: each connection is a person with a session, each request a new transaction under a key of its own. */
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

interface Loading extends autocannon.Request {
  url: string
}

function loading(name: string, tokens: readonly string[], { url, ...request }: Loading): Contender {
  // Each round's connections are other people than the last one's.
  let next = 0
  return {
    name,
    async rate({ seconds, concurrency }) {
      const setupClient = (client: autocannon.Client) => client.setHeaders({ authorization: `Bearer ${tokens[next++ % tokens.length]}` })
      const result = await autocannon({ url, connections: concurrency, duration: seconds, setupClient, requests: [request] })
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx} refusals and ${result.errors} failures`)
      return result['2xx'] / result.duration
    },
  }
}
