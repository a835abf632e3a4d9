import styles from './palette.module.css'
import type { Command } from './commands'

interface PaletteListProps {
  id: string
  commands: Command[]
  current: number
  onChoose: (command: Command) => void
  onPoint: (index: number) => void
}

export function PaletteList({ id, commands, current, onChoose, onPoint }: PaletteListProps) {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <>
      <div id={id} role="listbox" aria-label="Resultados" className={styles.scroll}>
        {groups.map((group) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className={styles.group}>
              {group}
            </div>
            {commands.map((command, index) => {
              if (command.group !== group) return null
              const Icon = command.icon
              return (
                <button
                  type="button"
                  tabIndex={-1}
                  key={command.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  className={styles.option}
                  onMouseMove={() => onPoint(index)}
                  onClick={() => onChoose(command)}
                >
                  <Icon size={20} stroke={1.75} aria-hidden />
                  <span className={styles.label}>{command.label}</span>
                  {command.detail && <span className={styles.detail}>{command.detail}</span>}
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={commands.length === 0 ? styles.nothing : 'visually-hidden'}>
        {commands.length === 0 ? 'Nada encontrado. Tente outra palavra.' : `${commands.length} resultados`}
      </p>
    </>
  )
}
