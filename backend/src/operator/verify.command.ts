import { InvalidArgumentError } from 'commander'
import { knownAccounts } from '../event-store/verify/known-accounts.js'
import { verifyAccount, type KnownHead, type Verdict } from '../event-store/verify/verify.js'
import { exitCodes, operatorCommand, progress } from './operator.js'

function headArgument(value: string): KnownHead {
  const match = /^(\d+):([0-9a-f]{64})$/i.exec(value)
  if (!match?.[1] || !match[2]) throw new InvalidArgumentError('A head is written <seq>:<hash>, as verify prints it.')
  return { seq: Number(match[1]), hash: match[2].toLowerCase() }
}

/** `ops verify`: whether logs and read models are what they should be. */
export const verifyCommand = operatorCommand<{ account?: string; head?: KnownHead; json: boolean }>({
  name: 'verify',
  description:
    'Everything that is said of every account against its log: chain, head, key, read models, kept replies, users; names the first difference',
  account: 'optional',
  options: (command) =>
    command.option('--head <seq:hash>', 'a head noted down before, which the log must still hold; needs --account', headArgument),
  async run({ database, reading, print, remark }, { account, head, json }) {
    if (head && account === undefined) throw new Error('--head needs --account')
    let [accounts, events, wrong] = [0, 0, 0]
    for await (const page of account === undefined ? knownAccounts(database.pool, reading) : [[account]]) {
      for (const accountId of page) {
        progress(`Verifying account ${++accounts}`)
        const verdict = await verifyAccount(database, reading, accountId, head)
        progress('')
        events += verdict.events
        if (verdict.problem !== null) wrong++
        if (json || verdict.problem !== null || account !== undefined) print(verdict, () => line(verdict))
      }
    }
    remark(`${accounts} accounts, ${events} events, ${wrong} with a problem`)
    process.exitCode = wrong === 0 ? exitCodes.ok : exitCodes.wrong
  },
})

function line({ accountId, events, head, problem }: Verdict): string {
  return problem === null
    ? `${accountId}  ${events} events  head ${head.seq}:${head.hash}`
    : `${accountId}  PROBLEM after ${events} events: ${problem}`
}
