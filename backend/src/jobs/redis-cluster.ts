import { Cluster, type ClusterNode, type ClusterOptions } from 'ioredis'

/** Options of a cluster client. */
export interface ClusterBehaviour {
  /** Limit of a connection attempt, in milliseconds. */
  connectMs: number
  /** Limit of an answer, in milliseconds. */
  answerMs: number
  /** Whether commands wait while no node is reachable; otherwise they are refused at once. */
  waits: boolean
  /** Whether the client is closed, and must not reconnect. */
  isClosed: () => boolean
}

type ClosableClusterOptions = ClusterOptions & Pick<ClusterBehaviour, 'isClosed'>

/** Opens a client of the cluster that these nodes belong to. */
export function openRedisCluster(addresses: readonly string[], { connectMs, answerMs, waits, isClosed }: ClusterBehaviour): Cluster {
  const options: ClosableClusterOptions = {
    // Credentials for every node, including those discovered from the cluster.
    redisOptions: { ...accessOf(addresses), connectTimeout: connectMs, commandTimeout: answerMs, maxRetriesPerRequest: null },
    clusterRetryStrategy: (times) => (isClosed() ? null : Math.min(times * 100, 1_000)),
    enableOfflineQueue: waits,
    // A silent node would block the check; a cluster that is down refuses commands anyway.
    enableReadyCheck: false,
    // A silent master does not announce its replacement.
    slotsRefreshInterval: connectMs,
    // Resolve names on each connection: one unresolvable node then does not block the others, and TLS can check the name.
    dnsLookup: (host, found) => found(null, host),
    isClosed,
  }
  return new ClosableCluster(addresses.map(nodeOf), options)
}

/**
 * Ends reliably when closed. ioredis emits no end event when closed between two connection attempts, and schedules another refresh
 * of the slots when closed during one; BullMQ reconnects a client that it is closing. Each would keep the process from ending.
 */
class ClosableCluster extends Cluster {
  override connect(): Promise<void> {
    if (!(this.options as ClosableClusterOptions).isClosed()) return super.connect()
    this['handleCloseEvent']()
    return Promise.reject(new Error('Connection is closed.'))
  }

  override disconnect(reconnect = false): void {
    const attempts = this.status === 'reconnecting'
    super.disconnect(reconnect)
    if (attempts && !reconnect) this['handleCloseEvent']()
  }

  override refreshSlotsCache(callback?: (failure?: Error | null) => void): void {
    super.refreshSlotsCache((failure) => {
      callback?.(failure)
      // A client that becomes ready schedules its refreshes by itself.
      if (this.status !== 'ready') this['clearNodesRefreshInterval']()
    })
  }

  override duplicate(nodes: ClusterNode[] = [], changes: ClusterOptions = {}): Cluster {
    return new ClosableCluster(nodes.length > 0 ? nodes : this['startupNodes'], { ...this.options, ...changes })
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
