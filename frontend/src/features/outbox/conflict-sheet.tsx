import { useState } from 'react'
import { useAccount } from '../../data/account'
import type { QueuedCommand } from '../../data/sync/command'
import { wordsOf } from '../../data/sync/entity-registry'
import { useWallets } from '../../data/wallets'
import { formatMoment } from '../../lib/moments'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import {
  conflictOf,
  firstChoice,
  isChosenByField,
  keptFields,
  type EditConflict,
  type ConflictingField,
  type ConflictSide,
} from './conflict-choice'
import styles from './conflict-sheet.module.css'
import { capitalize, changedAt, joinItems, lowerFirst } from './outbox-texts'
import { useDeviceNoun } from '../../ui/use-device-noun'

interface ConflictSheetProps {
  /** Null while closed. */
  item: QueuedCommand | null
  onClose: () => void
}

/** Compares the versions of this device and the account, for the person to choose. */
export default function ConflictSheet({ item, onClose }: ConflictSheetProps) {
  const { last, opening } = useLastShown(item, item?.command.id)
  const { walletName } = useWallets()
  const collision = last && conflictOf(last, { walletName })
  const subject = last ? wordsOf(last.command).subject : ''
  return (
    <Sheet
      isHistoryEntry
      open={item !== null}
      onClose={onClose}
      title={last && isChosenByField(last.command) ? `${subject} mudou nos dois lados` : `${subject} mudou na conta`}
    >
      {last &&
        collision &&
        (isChosenByField(last.command) ? (
          <FieldChoice key={opening} item={last} collision={collision} onClose={onClose} />
        ) : (
          <AllOrNothing key={opening} item={last} collision={collision} onClose={onClose} />
        ))}
    </Sheet>
  )
}

interface FieldChoiceProps {
  item: QueuedCommand
  collision: EditConflict
  onClose: () => void
}

function FieldChoice({ item, collision, onClose }: FieldChoiceProps) {
  const { outbox } = useAccount()
  const now = useToday()
  const device = useDeviceNoun()
  const [choice, setChoice] = useState(() => firstChoice(collision))
  const { differences, same } = collision

  function save(): void {
    const kept = keptFields(choice)
    void (kept.length === 0 ? outbox.discard(item.command.id) : outbox.retry(item.command.id, kept))
    onClose()
  }

  return (
    <div className={styles.sheet}>
      <p className={styles.lead}>Escolha o que vale, campo a campo.</p>
      <div className={styles.sides}>
        <p>
          <b>Neste {device}</b>
          {formatMoment(Date.parse(item.command.at), now)}
        </p>
        <p>
          <b>Na conta</b>
          {formatMoment(otherChangeMoment(item), now)}
        </p>
      </div>
      {differences.map((difference) => (
        <FieldPair
          key={difference.field}
          difference={difference}
          mineLabel={`Neste ${device}`}
          side={choice[difference.field] ?? 'theirs'}
          onChange={(side) => setChoice({ ...choice, [difference.field]: side })}
        />
      ))}
      {same.length > 0 && <p className={styles.same}>Igual nos dois: {lowerFirst(joinItems(same))}.</p>}
      <p role="status" className={styles.result}>
        Fica assim: <b>{differences.map((each) => each[choice[each.field] ?? 'theirs']).join(', ')}</b>
      </p>
      <div className={styles.actions}>
        <Button size="lg" block onClick={save}>
          Salvar a escolha
        </Button>
        <Button variant="plain" block onClick={onClose}>
          Decidir depois
        </Button>
      </div>
    </div>
  )
}

interface FieldPairProps {
  difference: ConflictingField
  mineLabel: string
  side: ConflictSide
  onChange: (side: ConflictSide) => void
}

function FieldPair({ difference, mineLabel, side, onChange }: FieldPairProps) {
  const { field, label } = difference
  const sides = [
    { value: 'mine', where: mineLabel },
    { value: 'theirs', where: 'Na conta' },
  ] as const
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      {sides.map(({ value, where }) => (
        <label key={value} className={styles.option}>
          <input type="radio" name={`lado-${field}`} checked={side === value} onChange={() => onChange(value)} />
          <span>
            <span className="visually-hidden">{where}: </span>
            {difference[value] || 'Vazio'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** For a movement or a deletion: repeat it on the account's version, or drop it. */
function AllOrNothing({ item, collision, onClose }: FieldChoiceProps) {
  const { outbox } = useAccount()
  const now = useToday()
  const { id } = item.command
  const changes = collision.differences.filter(({ seen, theirs }) => seen !== theirs)
  const shown = changes.length > 0 ? changes : collision.differences

  function decide(decision: Promise<void>): void {
    void decision
    onClose()
  }

  return (
    <div className={styles.sheet}>
      <p className={styles.lead}>
        Você quis {wordsOf(item.command).infinitive}. Enquanto isso a conta mudou, {formatMoment(otherChangeMoment(item), now)}:
      </p>
      <dl className={styles.changes}>
        {shown.map(({ field, label, seen, theirs }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">Era </span>
              <s>{seen || 'Vazio'}</s> <b>{theirs || 'Vazio'}</b>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button size="lg" block onClick={() => decide(outbox.retry(id))}>
          {capitalize(wordsOf(item.command).infinitive)} mesmo assim
        </Button>
        <Button variant="line" size="lg" block onClick={() => decide(outbox.discard(id))}>
          Deixar como está na conta
        </Button>
        <Button variant="plain" block onClick={onClose}>
          Decidir depois
        </Button>
      </div>
    </div>
  )
}

function otherChangeMoment({ status }: QueuedCommand): number {
  if (status.is !== 'conflict') return Date.now()
  return changedAt(status.theirs) ?? status.at
}
