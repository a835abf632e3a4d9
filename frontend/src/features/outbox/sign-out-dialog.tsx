import { useState } from 'react'
import type { QueuedCommand } from '../../data/sync/command'
import { wordsOf } from '../../data/sync/entity-registry'
import { useUnsentCommands } from '../../data/sync-status'
import { signOutConfirmation } from '../../lib/sign-out-confirmation'
import { completeSignOut } from '../../lib/session-start'
import { useToday } from '../../lib/use-today'
import { LeavingDialog, LeavingRow } from '../../ui/overlay/leaving-dialog'
import { SyncMark } from '../../ui/sync-mark'
import { CommandAmount } from './command-amount'
import { capitalize, countEntries, whatAndWhen } from './outbox-texts'
import { useDeviceNoun } from '../../ui/use-device-noun'

const MOST_SHOWN = 5

/** Asks before signing out loses unsent commands. Rendered only while it is open. */
export default function SignOutDialog({ onStay }: { onStay: () => void }) {
  const unsent = useUnsentCommands()
  const device = useDeviceNoun()
  const [isLeaving, setLeaving] = useState(false)
  const words = signOutConfirmation(unsent.length, device)
  const rest = unsent.length - MOST_SHOWN

  return (
    <LeavingDialog
      open
      title={words.title}
      text={words.text}
      stay={unsent.length === 0 ? 'Ficar' : 'Ficar até enviar'}
      leave={words.leave}
      busy={isLeaving}
      onStay={onStay}
      onLeave={() => {
        setLeaving(true)
        void completeSignOut()
      }}
    >
      {unsent.slice(0, MOST_SHOWN).map((item) => (
        <UnsentRow key={item.command.id} item={item} />
      ))}
      {rest > 0 && <LeavingRow subject={`e mais ${countEntries(rest)}`} />}
    </LeavingDialog>
  )
}

function UnsentRow({ item }: { item: QueuedCommand }) {
  const { command, status } = item
  const now = useToday()
  return (
    <LeavingRow
      subject={wordsOf(command).subject}
      amount={<CommandAmount command={command} />}
      about={capitalize(whatAndWhen(item, now))}
      beside={status.is !== 'done' && <SyncMark mark={status.is} />}
    />
  )
}
