import { useEffect, useState } from 'react'
import { IconCheck, IconClock, IconCloudOff } from '@tabler/icons-react'
import { useDataAge, useSyncStatus } from '../../data/sync-status'
import { useToday } from '../../lib/use-today'
import { Strip } from '../../ui/strip'
import { sentText, stripText } from './outbox-texts'
import type { SentTally } from './sent-tally'
import { useDeviceNoun } from '../../ui/use-device-noun'

/** How long the strip confirms that everything was sent. */
const SENT_STAYS_MS = 6000

/** Shows above everything which commands are held up and how old the figures are; afterwards, that they were sent. Pushes the page down. */
export function OfflineStrip({ tally }: { tally: SentTally }) {
  const { isOffline, waiting, isStalled, isPersistent } = useSyncStatus()
  const freshSince = useDataAge()
  const device = useDeviceNoun()
  const now = useToday()
  // Sending goes in steps: keep showing the commands as held up until all of them are sent.
  const message = stripText(
    { isOffline, waiting, isHeld: isStalled || tally.waited.size > 0, isKept: isPersistent, freshSince },
    device,
    now,
  )
  const isSent = useJustSent(tally)
  const icon = isOffline ? IconCloudOff : isSent ? IconCheck : IconClock
  const text = isSent && !isOffline ? { title: sentText(tally.sent), detail: message?.detail ?? null } : message
  return <Strip name="offline" tone="inverse" notice={text && { icon, ...text }} />
}

/** True for a moment after the last delayed command was sent. */
function useJustSent(tally: SentTally): boolean {
  const [over, setOver] = useState<SentTally | null>(null)
  const hasGone = tally.waited.size === 0 && tally.sent > 0
  useEffect(() => {
    if (!hasGone) return
    const timer = setTimeout(() => setOver(tally), SENT_STAYS_MS)
    return () => clearTimeout(timer)
  }, [hasGone, tally])
  return hasGone && over !== tally
}
