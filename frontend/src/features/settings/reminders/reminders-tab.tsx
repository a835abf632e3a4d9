import { useEffect, useRef } from 'react'
import type { Reminders } from '@prumo/shared/reminders'
import { useOffline } from '../../../data/connection'
import { useReminders } from '../../../data/reminders'
import { LoadFailure } from '../../../ui/load-failure'
import { OutdatedNote } from '../../../ui/outdated-note'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { CalendarBlock } from './calendar-block'
import { ContentsBlock } from './contents-block'
import { DevicesBlock } from './devices-block'
import { ReminderIntro } from './reminder-intro'
import styles from './reminders.module.css'
import { SummaryBlock } from './summary-block'
import { useReminderSettings } from './use-reminder-settings'
import { useThisDevice } from './use-this-device'

/** The daily digest: when and how it arrives, what it says, on which devices; and the calendar. */
export default function RemindersTab() {
  const { data: reminders, isFailed, isOutdated, fetchedAt, retry } = useReminders()
  const isOffline = useOffline()
  if (!reminders && isOffline) return <p>Precisa de internet para ver os lembretes.</p>
  if (isFailed) return <LoadFailure what="os lembretes" onRetry={retry} />
  if (!reminders) return <BlocksSkeleton />
  return (
    <>
      {isOutdated && !isOffline && <OutdatedNote at={fetchedAt} onRetry={retry} />}
      <ReminderBlocks reminders={reminders} />
    </>
  )
}

function ReminderBlocks({ reminders }: { reminders: Reminders }) {
  const form = useReminderSettings(reminders)
  const device = useThisDevice(reminders)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = !reminders.email && reminders.devices.length === 0
  const wasFirst = useRef(isFirst)
  useEffect(() => {
    // The button or switch that turned them on is gone.
    if (wasFirst.current && !isFirst) heading.current?.focus()
    wasFirst.current = isFirst
  }, [isFirst])

  if (isFirst) return <ReminderIntro reminders={reminders} form={form} device={device} />
  return (
    <div data-blocks className={styles.blocks}>
      <SummaryBlock form={form} device={device} deviceCount={reminders.devices.length} headingRef={heading} />
      <ContentsBlock settings={form.shown} />
      <DevicesBlock reminders={reminders} device={device} />
      <CalendarBlock createdAt={reminders.calendarCreatedAt} />
    </div>
  )
}

function BlocksSkeleton() {
  return (
    <Loading what="os lembretes">
      <div data-blocks className={styles.blocks}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="120px" />
        ))}
      </div>
    </Loading>
  )
}
