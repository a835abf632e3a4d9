import { Cluster, type ClusterNode, type ClusterOptions } from 'ioredis'

/** How a client of a cluster behaves. */
export interface ClusterBehaviour {
  /** A connection that takes longer is given up. */
  connectMs: number
  /** The same of an answer. */
  answerMs: number
  /** Whether what is asked while no node is there waits for one; else it is refused at once. */
  waits: boolean
  /** Whether it is over: then nothing connects any more. */
  isClosed: () => boolean
}

type ClosableClusterOptions = ClusterOptions & Pick<ClusterBehaviour, 'isClosed'>

/** Opens a client of the cluster that has these nodes among its own. */
export function openRedisCluster(addresses: readonly string[], { connectMs, answerMs, waits, isClosed }: ClusterBehaviour): Cluster {
  const options: ClosableClusterOptions = {
    // What opens every node, those too that only the cluster names.
    redisOptions: { ...accessOf(addresses), connectTimeout: connectMs, commandTimeout: answerMs, maxRetriesPerRequest: null },
    clusterRetryStrategy: (times) => (isClosed() ? null : Math.min(times * 100, 1_000)),
    enableOfflineQueue: waits,
    // A node that fell silent would hold it up; and what a cluster that is down is asked, it refuses.
    enableReadyCheck: false,
    // A master that fell silent tells nobody that another took its place.
    slotsRefreshInterval: connectMs,
    // Names are looked up at each connection: a node whose name is gone keeps nobody from the others, and TLS checks names.
    dnsLookup: (host, found) => found(null, host),
    isClosed,
  }
  return new ClosableCluster(addresses.map(nodeOf), options)
}

/**
 * Ends when it is told to. ioredis' own never says that it ended when it was between two attempts to connect, and BullMQ
 * connects a client again that it is closing; each would keep a worker from ending.
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
