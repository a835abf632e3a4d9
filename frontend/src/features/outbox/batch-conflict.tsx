import { useState } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../data/account'
import { countTransactions, repeatBatch, type BatchArgs } from '../../data/batch-commands'
import type { QueuedCommand } from '../../data/sync/command'
import { formatShortDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/field/checkbox'
import { formatFlow } from '../../ui/money-format'
import styles from './batch-conflict.module.css'

/** A refused command on several transactions, with the rows for which it was refused. */
export interface RefusedBatch {
  id: string
  args: BatchArgs
  /** They changed meanwhile: the person decides for each. */
  changed: readonly Transaction[]
  /** They do not exist any more. */
  missing: readonly Transaction[]
  /** They are settled in a closed month: the whole command can be sent again once it is reopened. */
  locked: readonly Transaction[]
}

/** Null for a command that was refused for another reason. */
export function refusedBatchOf({ command, status }: QueuedCommand): RefusedBatch | null {
  if (command.name !== 'batch.change' || status.is !== 'refused') return null
  const { versions = [], ids = [] } = status.reason.fields ?? {}
  const args = command.args as BatchArgs
  const changed = args.rows.filter(({ id }) => versions.includes(id))
  const named = args.rows.filter(({ id }) => ids.includes(id))
  if (changed.length + named.length === 0) return null
  const [missing, locked] = status.reason.code === 'MONTH_CLOSED' ? [[], named] : [named, []]
  return { id: command.id, args, changed, missing, locked }
}

interface BatchConflictProps {
  batch: RefusedBatch
  /** Called with the decision under way. */
  onDecided: (decision: Promise<void>) => void
}

/** Decides row by row: those that are ticked change all the same, and the others stay as they are now. */
export function BatchConflict({ batch: { id, args, changed, missing, locked }, onDecided }: BatchConflictProps) {
  const { outbox } = useAccount()
  const now = useToday()
  const [included, setIncluded] = useState<ReadonlySet<string>>(new Set())
  const left = new Set([...missing, ...locked, ...changed.filter((row) => !included.has(row.id))].map((row) => row.id))
  const repeated = repeatBatch(args, left)
  const verb = args.change === null ? 'Excluir' : 'Mudar'

  function tick(row: Transaction, isIncluded: boolean): void {
    const next = new Set(included)
    if (isIncluded) next.add(row.id)
    else next.delete(row.id)
    setIncluded(next)
  }

  async function repeat(): Promise<void> {
    await outbox.enqueue(repeated, { replaces: id })
  }

  return (
    <div className={styles.rows}>
      {changed.length > 0 && <p>As que mudaram ficam como estão na conta. Marque as que você quer {verb.toLowerCase()} mesmo assim.</p>}
      <ul>
        {changed.map((row) => (
          <li key={row.id}>
            <Checkbox checked={included.has(row.id)} onChange={(isIncluded) => tick(row, isIncluded)} label={rowText(row, now)} />
          </li>
        ))}
        {missing.map((row) => (
          <li key={row.id} className={styles.left}>
            {rowText(row, now)}: não existe mais
          </li>
        ))}
        {locked.map((row) => (
          <li key={row.id} className={styles.left}>
            {rowText(row, now)}: o mês está fechado
          </li>
        ))}
      </ul>
      {repeated && (
        <Button onClick={() => onDecided(repeat())}>
          {verb} {countTransactions(repeated.args.rows.length)}
        </Button>
      )}
    </div>
  )
}

/** `Moinho Central, 28/08, -R$ 288,15` */
function rowText({ description, date, amount, type }: Transaction, now: string): string {
  return `${description}, ${formatShortDate(date, now)}, ${formatFlow(amount, type)}`
}
