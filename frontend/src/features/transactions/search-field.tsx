import { useEffect, useRef, useState } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { cutText } from '@prumo/shared/text-form'
import styles from './filter-bar.module.css'

const TYPING_PAUSE_MS = 250

/** Asks once the typing pauses. */
export function SearchField({ search, large = false, onSearch }: { search: string; large?: boolean; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)
  const asked = useRef(search)
  const ask = useRef(onSearch)

  useEffect(() => {
    ask.current = onSearch
  })

  useEffect(() => {
    // Cleared, or set by another part of the page: not what was asked from here.
    if (search === asked.current) return
    asked.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked.current) return
    const timer = setTimeout(() => {
      asked.current = wanted
      ask.current(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <label className={styles.search} data-large={large}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <span className="visually-hidden">Buscar por descrição ou categoria</span>
      <input
        type="search"
        placeholder="Buscar por descrição ou categoria"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(cutText(event.target.value, MAX_TITLE))}
      />
    </label>
  )
}
