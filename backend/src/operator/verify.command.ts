import { InvalidArgumentError } from 'commander'
import { listKnownAccounts } from '../event-store/verify/known-accounts.js'
import { openReplica, PATIENT } from '../platform/database/open-database.js'
import { verifyAccount, type KnownHead, type Verdict } from '../event-store/verify/verify.js'
import { exitCodes, operatorCommand, progress } from './operator.js'
import { verifyOperatorLog, type OperatorLogVerdict } from './operator-log.js'

function headArgument(value: string): KnownHead {
  const match = /^(\d+):([0-9a-f]{64})$/i.exec(value)
  if (!match?.[1] || !match[2]) throw new InvalidArgumentError('A head is written <seq>:<hash>, as verify prints it.')
  return { seq: Number(match[1]), hash: match[2].toLowerCase() }
}

/** `ops verify`: verifies logs and read models. */
export const verifyCommand = operatorCommand<{ account?: string; head?: KnownHead; json: boolean }>({
  name: 'verify',
  description:
    'Everything that is said of every account against its log: chain, head, key, read models, kept replies, users; and the operator log; names the first difference',
  account: 'optional',
  options: (command) =>
    command.option('--head <seq:hash>', 'a head noted down before, which the log must still hold; needs --account', headArgument),
  async run({ settings, database, reading, print, remark }, { account, head, json }) {
    if (head && account === undefined) throw new Error('--head needs --account')
    const how = { known: head, isThorough: account !== undefined }
    let [accounts, events, wrong, onReplica] = [0, 0, 0, 0]
    const { databaseReplicaUrl: url } = settings
    // The user of a lost connection gets an error. The replica keeps no command from ending.
    const replica = url === null ? null : openReplica(url, { ...PATIENT, allowExitOnIdle: true }, () => undefined)
    for await (const page of account === undefined ? listKnownAccounts(database, reading) : [[account]]) {
      for (const accountId of page) {
        progress(`Verifying account ${++accounts}`)
        const sound = replica && (await verifyWithRetry(() => verifyAccount(replica, reading, accountId, how), remark))
        if (sound) onReplica++
        const verdict = sound ?? (await verifyAccount(database, reading, accountId, how))
        progress('')
        events += verdict.events
        if (verdict.problem !== null) wrong++
        if (json || verdict.problem !== null || account !== undefined) print(verdict, () => line(verdict))
      }
    }
    await replica?.pool.end()
    remark(`${accounts} accounts, ${events} events, ${wrong} with a problem${replica ? `; ${onReplica} of them read on the replica` : ''}`)
    if (account === undefined) {
      const operatorLog = await verifyOperatorLog({ database, reading })
      if (operatorLog.problem !== null) wrong++
      print({ operatorLog }, () => operatorLogLine(operatorLog))
    }
    process.exitCode = wrong === 0 ? exitCodes.ok : exitCodes.wrong
  },
})

/**
 * The verdict of the replica if it finds no problem; null if the primary has to verify: a replica lags, and has no
 * space for the temporary rows of a large account.
 */
async function verifyWithRetry(verify: () => Promise<Verdict>, remark: (text: string) => void): Promise<Verdict | null> {
  const verdict = await verify().catch(() => null)
  if (verdict?.problem) remark(`${verdict.accountId}  asked of the primary, because the replica says: ${verdict.problem}`)
  return verdict?.problem === null ? verdict : null
}

function line({ accountId, events, head, problem }: Verdict): string {
  return problem === null
    ? `${accountId}  ${events} events  head ${head.seq}:${head.hash}`
    : `${accountId}  PROBLEM after ${events} events: ${problem}`
}

function operatorLogLine({ rows, head, problem }: OperatorLogVerdict): string {
  return `operator log  ${problem === null ? `${rows} rows  head ${head.seq}:${head.hash}` : `PROBLEM: ${problem}`}`
}
