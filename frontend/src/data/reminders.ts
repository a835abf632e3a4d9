import { useQuery } from '@tanstack/react-query'
import type {
  CalendarAddress,
  NewReminderDevice,
  PushKey,
  ReminderChanges,
  ReminderDevice,
  ReminderDeviceAnswer,
  Reminders,
  RemindersAnswer,
} from '@prumo/shared/reminders'
import { newId } from '../lib/new-id'
import { useAccount, type Account } from './account'
import { toQueryResult, type QueryResult } from './optimistic-query'
import { NO_POSITION } from './sync/optimistic'

/**
 * The reminders of the account. Not commands of the outbox: whether they arrive is decided by the server, which may refuse a
 * setting. All functions that send throw failures for `refusalOf`.
 */

const KEY = ['reminders']

/** `GET /reminders` */
export function useReminders(): QueryResult<Reminders> {
  const account = useAccount()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const at = Date.now()
      const { reminders } = await account.get<RemindersAnswer>('/reminders', {}, signal)
      return { ...NO_POSITION, at, data: reminders }
    },
    meta: { isPersisted: true },
  })
  return toQueryResult(query, query.data?.data, query.data)
}

/** `PUT /reminders` */
export async function changeReminders(account: Account, changes: ReminderChanges): Promise<void> {
  const at = Date.now()
  const { reminders } = await sendReminders(account, { method: 'PUT', path: '/reminders', body: changes })
  account.client.setQueryData(KEY, { ...NO_POSITION, at, data: reminders })
}

/** `GET /push/key`, once; undefined until it is known, and where it could not be read. */
export function usePushKey(): string | null | undefined {
  const account = useAccount()
  return useQuery({ queryKey: ['push-key'], queryFn: () => fetchPushKey(account), staleTime: Number.POSITIVE_INFINITY }).data
}

/** `GET /push/key`: the key with which a browser subscribes; null where push is off. */
export async function fetchPushKey(account: Account): Promise<string | null> {
  return (await account.get<PushKey>('/push/key')).publicKey
}

/** `POST /reminders/devices`: this browser's subscription, new or renewed. */
export async function registerReminderDevice(account: Account, subscription: NewReminderDevice): Promise<ReminderDevice> {
  const body = { endpoint: subscription.endpoint, keys: subscription.keys }
  return (await sendReminders<ReminderDeviceAnswer>(account, { method: 'POST', path: '/reminders/devices', body })).device
}

/** `DELETE /reminders/devices/{id}` */
export async function removeReminderDevice(account: Account, id: string): Promise<void> {
  await sendReminders(account, { method: 'DELETE', path: `/reminders/devices/${encodeURIComponent(id)}` })
}

/** `POST /reminders/test`: a message on each channel that is on. */
export async function sendReminderTest(account: Account): Promise<void> {
  await sendReminders(account, { method: 'POST', path: '/reminders/test' })
}

/** `POST /reminders/calendar`: a new secret address, which is shown this once; the one before stops working. */
export async function createCalendar(account: Account): Promise<string> {
  return (await sendReminders<CalendarAddress>(account, { method: 'POST', path: '/reminders/calendar' })).calendarUrl
}

/** `DELETE /reminders/calendar` */
export async function removeCalendar(account: Account): Promise<void> {
  await sendReminders(account, { method: 'DELETE', path: '/reminders/calendar' })
}

/** Sends a change, after which the reminders are read again, also where it was refused. */
async function sendReminders<Answer = RemindersAnswer>(account: Account, request: Parameters<Account['send']>[0]): Promise<Answer> {
  try {
    return await account.send<Answer>({ ...request, headers: { 'Idempotency-Key': newId() } })
  } finally {
    void account.client.invalidateQueries({ queryKey: KEY })
    void account.client.invalidateQueries({ queryKey: ['activity'] })
  }
}
