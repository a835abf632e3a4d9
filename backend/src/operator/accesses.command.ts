import { ServerKeys } from '../platform/crypto/server-keys.js'
import { accessesOf } from '../platform/http/access-records.js'
import { operatorCommand } from './operator.js'

/** `ops accesses`: logins of an account with address and time, to answer a court order. */
export const accessesCommand = operatorCommand<{ account: string }>({
  name: 'accesses',
  description: 'From which addresses and when someone came into an account, or tried to, in the last six months; of an erased one, too',
  account: 'required',
  async run({ database, reading, print, remark }, { account }) {
    const accesses = await accessesOf(database, new ServerKeys(database, reading.keys), account)
    for (const { at, kind, outcome, address } of accesses)
      print(
        { accountId: account, at: at.toISOString(), kind, outcome, address },
        () => `${at.toISOString()}  ${address}  ${kind}  ${outcome}`,
      )
    if (accesses.length === 0) remark('No access is on record.')
  },
})
