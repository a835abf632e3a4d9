import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import { get } from '../../lib/api'

const SEARCH_FROM_LENGTH = 2
const TYPING_PAUSE_MS = 180
const MOST_SHOWN = 6

/** The transactions whose description or category holds what was typed, once the typing pauses. */
export function useFoundTransactions(typed: string): Transaction[] {
  const settled = useSettled(typed.trim())
  const wanted = settled.length >= SEARCH_FROM_LENGTH
  const { data } = useQuery({
    queryKey: ['transactions', 'found', settled],
    queryFn: ({ signal }) => get<TransactionPage>('/transactions', { search: settled, limit: MOST_SHOWN }, signal),
    enabled: wanted,
    placeholderData: keepPreviousData,
    select: (page) => page.transactions,
  })
  return (wanted && typed.trim() !== '' && data) || []
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
