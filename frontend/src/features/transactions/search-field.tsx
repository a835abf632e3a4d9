import { useEffect, useRef, useState } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { cutText } from '@prumo/shared/text-form'
import styles from './filter-bar.module.css'

const TYPING_PAUSE_MS = 250

/** Searches after a pause in typing. */
export function SearchField({ search, large = false, onSearch }: { search: string; large?: boolean; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)
  const searched = useRef(search)
  const onSearchRef = useRef(onSearch)

  useEffect(() => {
    onSearchRef.current = onSearch
  })

  useEffect(() => {
    // Another part of the page set or cleared the search: show its value.
    if (search === searched.current) return
    searched.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    const query = typed.trim()
    if (query === searched.current) return
    const timer = setTimeout(() => {
      searched.current = query
      onSearchRef.current(query)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <label className={styles.search} data-large={large}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <span className="visually-hidden">Buscar por descrição, categoria, observação ou valor</span>
      <input
        type="search"
        placeholder="Descrição, observação ou valor"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(cutText(event.target.value, MAX_TITLE))}
      />
    </label>
  )
}
