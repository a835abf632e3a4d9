import 'fake-indexeddb/auto'
import type { ReactNode } from 'react'
import { act, renderHook } from '@testing-library/react'
import { Account, AccountProvider } from './account'
import { applyOutcome } from './sync/queue'
import { aTask } from './test-fixtures'
import { useSyncStatus } from './sync-status'
import { openStore } from './sync/device-store'
import { correctTask, type TaskDraft } from './task-commands'

const seen = aTask()
const draft: TaskDraft = { title: seen.title, type: 'task', priority: 'high', costCentavos: 0, date: seen.estimatedDate }

it('discards a refused correction that is saved with the values of the server', async () => {
  const before = await Account.open('ana')
  const refused = await before.outbox.enqueue(correctTask(seen, { ...draft, title: 'A' })!)
  before.close()
  const store = await openStore('ana')
  await store.change((queue) =>
    applyOutcome(queue, refused.id, { kind: 'refused', reason: { status: 400, code: 'VALIDATION', text: 'Dados inválidos' } }, 1),
  )
  store.close()

  const account = await Account.open('ana')
  const wrapper = ({ children }: { children: ReactNode }) => <AccountProvider value={account}>{children}</AccountProvider>
  const { result } = renderHook(() => useSyncStatus(), { wrapper })
  expect(result.current.undecided).toHaveLength(1)
  await act(() => account.outbox.enqueue(null))
  expect(result.current.undecided).toHaveLength(1)
  await act(() => account.outbox.enqueue(correctTask(seen, draft), { replaces: refused.id }))
  expect(result.current.undecided).toEqual([])
  account.close()
})
