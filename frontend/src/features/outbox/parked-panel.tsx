import { useLayoutEffect, useRef, useState } from 'react'
import { IconExclamationCircle, IconX } from '@tabler/icons-react'
import { useSyncStatus } from '../../data/sync-status'
import { ButtonLink } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { parkedText } from './outbox-texts'
import styles from './parked-panel.module.css'
import { useDeviceNoun } from '../../ui/use-device-noun'
import { REVIEW_SCREEN } from '../../data/screens'

/** The panel above the tab bar while commands need a decision. Dismissed, it returns when another one does. */
export default function ParkedPanel({ sent }: { sent: number }) {
  const { undecided } = useSyncStatus()
  const device = useDeviceNoun()
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set())
  const isShown = undecided.some(({ command }) => !aside.has(command.id))
  const panel = useRef<HTMLElement>(null)

  // Reserve space of the panel's height, so that the page can scroll clear of it.
  useLayoutEffect(() => {
    if (!isShown || !panel.current) return
    const { style } = document.documentElement
    const measured = new ResizeObserver(([entry]) =>
      style.setProperty('--panel-height', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`),
    )
    measured.observe(panel.current)
    return () => {
      measured.disconnect()
      style.removeProperty('--panel-height')
    }
  }, [isShown])

  if (!isShown) return null
  const { title, detail } = parkedText(undecided.length, sent, device)
  return (
    <div role="alert" className={styles.region}>
      <section ref={panel} aria-label="Não aceitos" className={styles.panel} data-panel data-chrome>
        <IconExclamationCircle size={22} stroke={1.75} aria-hidden className={styles.icon} />
        <p className={styles.text}>
          <b>{title}</b> <span>{detail}</span>
        </p>
        <IconButton
          label="Deixar para depois"
          icon={<IconX size={20} stroke={1.75} aria-hidden />}
          onClick={() => setAside(new Set(undecided.map(({ command }) => command.id)))}
        />
        <ButtonLink to={REVIEW_SCREEN} className={styles.review ?? ''}>
          Revisar
        </ButtonLink>
      </section>
    </div>
  )
}
