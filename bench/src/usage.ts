import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Linux counts processor time in hundredths of a second on every machine. */
const TICKS_A_SECOND = 100

/** The processes whose processor time is measured. */
export interface WatchedProcesses {
  api: number
  worker: number
  postmaster: number
  watch: pg.Client
}

/** The process id of the postmaster, the parent of all processes of Postgres. */
export async function postmasterOf(watch: pg.Client): Promise<number> {
  const { rows } = await watch.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (await timesOf(rows[0]?.pid as number)).parent
}

/** Processor seconds of each part, bytes of WAL, and transactions. */
export type ResourceCost = Record<CostPart, number>
export const costParts = ['api', 'worker', 'postgres', 'wal', 'transactions'] as const
export type CostPart = (typeof costParts)[number]

export function costByPart(of: (part: CostPart) => number): ResourceCost {
  return Object.fromEntries(costParts.map((part) => [part, of(part)])) as ResourceCost
}

export const noCost = costByPart(() => 0)

/** The resources that some work used. */
export async function costOfWork(served: WatchedProcesses, work: () => Promise<unknown>): Promise<{ cost: ResourceCost; seconds: number }> {
  const before = await usedSoFar(served)
  await work()
  const after = await usedSoFar(served)
  return { cost: costByPart((part) => after[part] - before[part]), seconds: after.at - before.at }
}

/** All usage so far. Unlike elapsed time, processor time does not depend on other load of the machine. */
async function usedSoFar({ api, worker, postmaster, watch }: WatchedProcesses): Promise<ResourceCost & { at: number }> {
  const { rows } = await watch.query<{ wal: string; transactions: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal, pg_snapshot_xmax(pg_current_snapshot()) as transactions`,
  )
  return {
    api: (await timesOf(api)).own,
    worker: (await timesOf(worker)).own,
    postgres: await secondsOfAll(postmaster),
    wal: Number(rows[0]?.wal),
    transactions: Number(rows[0]?.transactions),
    at: performance.now() / 1000,
  }
}

/** The processor time of a server, in seconds. That of ended processes is included in their parent's. */
export async function secondsOfAll(postmaster: number): Promise<number> {
  const { own, ended } = await timesOf(postmaster)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const times = await Promise.all(pids.map((pid) => timesOf(pid).catch(() => null)))
  return times.reduce((sum, each) => sum + (each?.parent === postmaster ? each.own : 0), own + ended)
}

async function timesOf(pid: number): Promise<{ parent: number; own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before it may contain blanks and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (user: number) => (Number(fields[user]) + Number(fields[user + 1])) / TICKS_A_SECOND
  return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
}

/** The memory of a process, in bytes: resident, or private. */
export async function memoryOf(pid: number, kind: 'VmRSS' | 'RssAnon'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024
}

/** Bytes of tables and their indexes by purpose, without the outbox, which is emptied all the time. */
export async function storedIn(watch: pg.Client): Promise<Record<'log' | 'replies' | 'readModels' | 'rest', number>> {
  const { rows } = await watch.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const { rows: made } = await watch.query<{ name: string }>('select name from read_models')
  const readModels = new Set(made.map(({ name }) => name))
  const stored = { log: 0, replies: 0, readModels: 0, rest: 0 }
  for (const { name, bytes } of rows) {
    if (name === 'outbox') continue
    const of = name === 'events' ? 'log' : name === 'commands' ? 'replies' : readModels.has(name) ? 'readModels' : 'rest'
    stored[of] += Number(bytes)
  }
  return stored
}
