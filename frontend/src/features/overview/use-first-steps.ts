import { useEffect, useState } from 'react'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { shortLists } from '../../data/api-requests'
import { useExpectedTransactions } from '../../data/expected-transactions'
import { useTransactions } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { areFirstStepsDue, dismissFirstSteps, doneSteps, firstSteps, recordDoneSteps, type FirstStep } from '../../lib/first-steps'
import { useUser } from '../../lib/session'
import { useToday } from '../../lib/use-today'

export interface FirstSteps {
  /** Undefined until the account is known. */
  done: readonly FirstStep[] | undefined
  dismiss: () => void
}

/**
 * The first steps of a new account, ticked by what it holds, from lists that the overview shows anyway. Null where they do not stand.
 */
export function useFirstSteps(): FirstSteps | null {
  const { id, createdAt } = useUser()
  const now = useToday()
  const [isDue, setDue] = useState(() => areFirstStepsDue(id, dateInSaoPaulo(new Date(createdAt)), now))
  const latest = useTransactions(...shortLists.latest).data
  const waiting = useTransactions(...shortLists.waiting).data
  const expected = useExpectedTransactions().data
  const { data: money, wallets, main } = useWallets()
  const isKnown = latest !== undefined && waiting !== undefined && expected !== undefined && money !== undefined
  const rows = isKnown ? [...latest, ...waiting, ...expected] : []
  const held: Readonly<Record<FirstStep, boolean>> = {
    statement: rows.some(({ importId }) => importId !== null) || wallets.some(({ statementAccounts }) => statementAccounts.length > 0),
    balance: main !== null && main.statedOn !== null,
    recurrence: rows.some(({ recurrenceId }) => recurrenceId !== null),
  }
  const before = isDue ? doneSteps(id) : []
  const done = firstSteps.filter((step) => held[step] || before.includes(step))
  const names = done.join()
  useEffect(() => {
    if (isDue && isKnown)
      recordDoneSteps(
        id,
        names.split(',').filter((name): name is FirstStep => name !== ''),
      )
  }, [isDue, isKnown, id, names])
  if (!isDue || (isKnown && done.length === firstSteps.length)) return null
  return {
    done: isKnown ? done : undefined,
    dismiss: () => {
      dismissFirstSteps(id)
      setDue(false)
    },
  }
}
