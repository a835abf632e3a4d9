import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Writable } from 'node:stream'
import type { EventRow } from '../event-store/stream/event.js'
import { readLog } from '../event-store/stream/read-stream.js'
import { exitCodes, operatorCommand } from './operator.js'

const verifier = fileURLToPath(new URL('../../../docs/verify-export.mjs', import.meta.url))

/** `ops export`: the log of an account as JSON lines, as specified in docs/event-chain.md. */
export const exportCommand = operatorCommand<{ account: string; proof: boolean }>({
  name: 'export',
  description: 'The log of an account as JSON lines with its chain; personal texts stay sealed',
  account: 'required',
  options: (command) =>
    command.option('--proof', 'also let the stand-alone verifier judge the lines; its verdict goes to standard error', false),
  async run({ database }, { account, proof }) {
    const judge = proof ? spawn(process.execPath, [verifier, '-'], { stdio: ['pipe', process.stderr, process.stderr] }) : null
    const outputs: Writable[] = [process.stdout, ...(judge ? [judge.stdin] : [])]
    for await (const page of readLog(database.pool, account)) {
      const lines = page.map((row) => `${JSON.stringify(exported(row))}\n`).join('')
      for (const output of outputs) if (!output.write(lines)) await once(output, 'drain')
    }
    if (!judge) return
    judge.stdin.end()
    const [code] = (await once(judge, 'exit')) as [number | null]
    process.exitCode = code === 0 ? exitCodes.ok : exitCodes.wrong
  },
})

/** A line of an export: exactly the parts that the chain covers, and the hash. */
function exported({ hash, ...row }: EventRow): object {
  const { accountId, seq, entity, entityId, entityVersion, type, schemaVersion, recordedAt, meta, data } = row
  return { accountId, seq, entity, entityId, entityVersion, type, schemaVersion, recordedAt, meta, data, hash: hash.toString('hex') }
}
