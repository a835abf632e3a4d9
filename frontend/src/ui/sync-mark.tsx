import { IconClock, IconExclamationCircle } from '@tabler/icons-react'
import styles from './sync-mark.module.css'

const marks = {
  waiting: { text: 'Aguardando envio', Icon: IconClock },
  refused: { text: 'Sua mudança não entrou', Icon: IconExclamationCircle },
  conflict: { text: 'Sua mudança não entrou', Icon: IconExclamationCircle },
}

/** Shows the state of a row's command. */
export function SyncMark({ mark }: { mark: keyof typeof marks }) {
  const { text, Icon } = marks[mark]
  return (
    <span className={styles.mark} data-mark={mark}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {text}
    </span>
  )
}
