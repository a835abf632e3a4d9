import styles from './menus.module.css'

interface PersonProps {
  name: string
  detail: string
}

/** A person's initials and name. */
export function Person({ name, detail }: PersonProps) {
  return (
    <span className={styles.person}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={styles.names}>
        <b>{name}</b>
        <span>{detail}</span>
      </span>
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase('pt-BR')
}
