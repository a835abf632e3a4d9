import 'fake-indexeddb/auto'
import type { ReactNode } from 'react'
import { act, renderHook } from '@testing-library/react'
import { Account, AccountProvider } from './account'
import { concluded } from './delivery'
import { aTask } from './given'
import { useStatus } from './status'
import { openStore } from './device-store'
import { correctTask, type TaskDraft } from './task-commands'

const seen = aTask()
const draft: TaskDraft = { title: seen.title, type: 'task', priority: 'high', costCentavos: 0, date: seen.estimatedDate }

it('lets go of a refused correction that is saved back to what the account says', async () => {
  const before = await Account.open('ana')
  const refused = await before.outbox.issue(correctTask(seen, { ...draft, title: 'A' })!)
  before.close()
  const store = await openStore('ana')
  await store.change((line) =>
    concluded(line, refused.id, { kind: 'refused', reason: { status: 400, code: 'VALIDATION', text: 'Dados inválidos' } }, 1),
  )
  store.close()

  const account = await Account.open('ana')
  const wrapper = ({ children }: { children: ReactNode }) => <AccountProvider value={account}>{children}</AccountProvider>
  const { result } = renderHook(() => useStatus(), { wrapper })
  expect(result.current.parked).toHaveLength(1)
  await act(() => account.outbox.issue(null))
  expect(result.current.parked).toHaveLength(1)
  await act(() => account.outbox.issue(correctTask(seen, draft), refused.id))
  expect(result.current.parked).toEqual([])
  account.close()
})
