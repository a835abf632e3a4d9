import { Cluster, type ClusterOptions } from 'ioredis'

/** How a client of a cluster behaves; the rest is the same for all of them. */
export type ClusterManner = Pick<ClusterOptions, 'clusterRetryStrategy' | 'enableOfflineQueue'> & {
  maxRetriesPerRequest?: null
  commandTimeout?: number
}

/** Opens a client of the cluster that has these nodes among its own. @param silentMs nothing is waited for longer than this */
export function redisCluster(
  addresses: readonly string[],
  silentMs: number,
  { clusterRetryStrategy, enableOfflineQueue, ...node }: ClusterManner,
): Cluster {
  return new EndingCluster(addresses.map(nodeOf), {
    // What opens every node, those too that only the cluster names.
    redisOptions: { ...accessOf(addresses), connectTimeout: silentMs, ...node },
    clusterRetryStrategy,
    enableOfflineQueue,
    // A master that fell silent tells nobody that another took its place.
    slotsRefreshInterval: silentMs,
    // Names are looked up at each connection: a node whose name is gone keeps nobody from the others, and TLS checks names.
    dnsLookup: (host, found) => found(null, host),
  })
}

/** Ends at once when it is told to between two attempts to connect: ioredis' own never would, and who closes it waits for that. */
class EndingCluster extends Cluster {
  override disconnect(reconnect = false): void {
    const attempts = this.status === 'reconnecting'
    super.disconnect(reconnect)
    if (attempts && !reconnect) this['handleCloseEvent']()
  }

  override duplicate(nodes: never[] = [], changes: ClusterOptions = {}): Cluster {
    return new EndingCluster(nodes.length > 0 ? nodes : this['startupNodes'], { ...this.options, ...changes })
  }
}

function nodeOf(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }
}

function accessOf([first = '']: readonly string[]): ClusterOptions['redisOptions'] {
  const { protocol, username, password } = new URL(first)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
}
