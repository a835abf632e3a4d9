import { IconCheck } from '@tabler/icons-react'
import type { ReminderSettings } from '@prumo/shared/reminder-rules'
import { Block } from './block'
import { MessagePreview } from './message-preview'
import { digestContents } from './reminder-texts'
import styles from './reminders.module.css'

/** What a message says, beside the next one. */
export function ContentsBlock({ settings }: { settings: ReminderSettings }) {
  return (
    <Block title="O que entra">
      <div className={styles.contents}>
        <ul>
          {digestContents.map(({ name, when }) => (
            <li key={name}>
              <IconCheck size={18} stroke={2} aria-hidden />
              <span>
                {name}
                {when && <small>{when}</small>}
              </span>
            </li>
          ))}
        </ul>
        <MessagePreview settings={settings} />
      </div>
    </Block>
  )
}
