import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { MAX_TITLE } from '@prumo/shared/limits'
import '../../ui/dialog/mantine-overlays.css'
import { closeOverlay } from '../overlays'
import { matching, standingCommands, transactionCommands, type Command } from './commands'
import { PaletteList } from './palette-list'
import styles from './palette.module.css'
import { useFoundTransactions } from './use-found-transactions'

/** One field for everything: screens, actions, and the transactions themselves. */
export default function Palette() {
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  const go = (path: string) => void navigate(path)
  const commands = [...matching(standingCommands(go), typed), ...transactionCommands(useFoundTransactions(typed), go)]
  const current = Math.min(active, commands.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function choose(command: Command | undefined): void {
    if (!command) return
    closeOverlay()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      setActive((current + step + commands.length) % commands.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(commands[current])
    }
  }

  return (
    <Modal.Root opened onClose={closeOverlay} size={560} yOffset="12dvh" zIndex="var(--z-palette)" transitionProps={{ duration: 0 }} classNames={{ overlay: styles.scrim, content: styles.content }}>
      <Modal.Overlay color="transparent" />
      <Modal.Content shadow="none" aria-label="Buscar ou ir para">
        <div className={styles.field}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <input
            data-autofocus
            className={styles.input}
            role="combobox"
            aria-label="Buscar ou ir para"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={commands[current] && `${listId}-${current}`}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_TITLE}
            placeholder="Tela, ação ou transação"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div ref={list}>
          <PaletteList id={listId} commands={commands} current={current} onChoose={choose} onPoint={setActive} />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
