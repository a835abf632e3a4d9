import { randomUUID } from 'node:crypto'
import type { BankTools } from './test-model-bank.js'
import { haveSameFields, type ModelAccount, type ModelReminders } from './test-model.js'

/** Changes the reminders of a person and undoes it. Nothing else may happen in the account meanwhile. */
export class ReminderHolder {
  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
  ) {}

  async act(): Promise<void> {
    const { random, sendUntilAnswered, expect } = this.ways
    const { reminders: before } = this.account
    const body = random.some<unknown>({
      push: () => random.chance(0.5),
      hour: () => random.whole(0, 23),
      withAmounts: () => random.chance(0.5),
    }) as Partial<ModelReminders>
    const after: ModelReminders = { ...before, ...body }
    const { status, body: answer } = await sendUntilAnswered({ method: 'PUT', path: '/reminders', body, key: randomUUID() })
    expect([status, answer.reminders], [200, toRemindersAnswer(after)], 'changed reminders')
    this.account.reminders = after
    if (haveSameFields(before, after) || !random.chance(0.4)) return
    const { body: listed } = await sendUntilAnswered({ method: 'GET', path: '/activity?entity=reminders&limit=1' })
    const [entry] = listed.activity
    expect([entry?.undoable, entry?.undoReason], [true, null], 'the newest entry of the reminders')
    const undo = await sendUntilAnswered({ method: 'POST', path: `/activity/${entry.position}/undo`, key: randomUUID() })
    expect(undo.status, 200, `undo of ${entry.type}`)
    this.account.reminders = before
  }
}

/** The reminders as the API returns them; people of the model have no devices. */
export function toRemindersAnswer(reminders: ModelReminders): Record<string, unknown> {
  return { ...reminders, devices: [], calendarCreatedAt: null }
}
