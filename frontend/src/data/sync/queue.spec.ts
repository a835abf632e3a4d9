import { pickTexts } from '@prumo/shared/transaction-details'
import fc from 'fast-check'
import { emptyAccount } from '../account-commands'
import { type QueuedCommand } from './command'
import {
  applyChanges,
  discard,
  enqueue,
  retry,
  needsDecision,
  isUndelivered,
  nextToSend,
  outcomeOfFailure,
  retryDelay,
  markSending,
  applyOutcome,
  withdraw,
  type QueueChanges,
  type SendOutcome,
} from './queue'
import { configureFund } from '../emergency-fund-commands'
import { aTask, aTransaction, aWallet, storedCommand, queueOf } from '../test-fixtures'
import { progressGoal } from '../goal-commands'
import { kindOf } from './entity-registry'
import { addTask, correctTask, deleteTask, setTaskCompleted, type TaskDraft } from '../task-commands'
import { confirmTransaction, correctTransaction, deleteTransaction, recordTransaction } from '../transaction-commands'
import { archiveWallet, changeWallet, openWallet } from '../wallet-commands'

const seen = aTask()
const draft: TaskDraft = { title: seen.title, type: 'task', priority: 'high', costCentavos: 0, date: seen.estimatedDate }
const rename = (title: string, on = seen) => correctTask(on, { ...draft, title })!
const price = (costCentavos: number, on = seen) => correctTask(on, { ...draft, title: on.title, costCentavos })!
const refusal = { kind: 'refused', reason: { status: 400, code: 'VALIDATION', text: 'Dados inválidos' } } as const

/** The queue after a change to one of its commands. */
function when(
  queue: readonly QueuedCommand[],
  decide: (queue: readonly QueuedCommand[], id: string) => QueueChanges,
  index: number,
): QueuedCommand[] {
  return applyChanges(queue, decide(queue, queue[index]!.command.id))
}

const comesTo = (outcome: SendOutcome) => (queue: readonly QueuedCommand[], id: string) => applyOutcome(queue, id, outcome, 1000)
/** The position of the server's answers. */
const AT = { log: 'l', seq: 1 }

const standings = (queue: readonly QueuedCommand[]) => queue.map((item) => item.status.is)

describe('commands that name another entity', () => {
  const cash = openWallet({ name: 'Caixa', kind: 'cash', closingDay: null, dueDay: null }, 'w2')
  const saleIn = (walletId: string, id: string) => recordTransaction({ ...pickTexts(aTransaction()), ...sale, walletId }, id)
  const sale = { type: 'income', centavos: 100, date: '2026-11-20', isScheduled: false } as const

  it('wait for its creation, while others are sent', () => {
    const queue = queueOf(cash, saleIn('w2', 'x2'), saleIn('w1', 'x3'))
    const resting = nextToSend(queue, ({ command }) => command.name === 'wallet.open')
    expect(resting?.command.entityId).toBe('x3')
    expect(nextToSend(when(queue, comesTo(refusal), 0))?.command.entityId).toBe('x3')
    expect(nextToSend(when(queue, comesTo({ kind: 'done', entity: aWallet({ id: 'w2' }), position: AT }), 0))?.command.entityId).toBe('x2')
  })

  it('are sent before a later command on it, such as archiving it', () => {
    const queue = queueOf(saleIn('w2', 'x2'), archiveWallet(aWallet({ id: 'w2' })))
    expect(nextToSend(queue, ({ command }) => command.entityId === 'x2')).toBeNull()
  })

  it('are discarded with its creation, and what follows from them too, but not with a change of it', () => {
    const sold = saleIn('w2', 'x2')
    const renamed = changeWallet(aWallet({ id: 'w1' }), { name: 'Inter PJ' })!
    const queue = queueOf(cash, sold, deleteTransaction(aTransaction({ id: 'x2' })), renamed, saleIn('w1', 'x3'))
    const left = when(when(queue, comesTo(refusal), 0), discard, 0)
    expect(left.map(({ command }) => command.entityId)).toEqual(['w1', 'x3'])
    expect(when(when(left, comesTo(refusal), 0), discard, 0)).toHaveLength(1)
  })
})

describe('the next command to send', () => {
  it('is the first that waits', () => {
    const queue = queueOf(rename('A'), rename('B'))
    expect(nextToSend(queue)).toBe(queue[0])
  })

  it('is none whose entity needs a decision, but a later one on another entity', () => {
    const other = aTask({ id: 't2' })
    const queue = when(queueOf(rename('A'), price(100), rename('C', other)), comesTo(refusal), 0)
    expect(nextToSend(queue)?.command.entityId).toBe('t2')
    expect(nextToSend(when(queue, comesTo({ kind: 'done', entity: { ...other, version: 4 }, position: AT }), 2))).toBeNull()
  })

  it('does not overtake one that is to be retried', () => {
    const queue = when(queueOf(rename('A'), rename('B', aTask({ id: 't2' }))), comesTo({ kind: 'later', isUncertain: true }), 0)
    expect(nextToSend(queue)?.position).toBe(1)
    expect(queue[0]).toMatchObject({ attempts: 1, isUncertain: true })
  })

  it('is none of an unknown release, nor one that depends on it, but a later one on another entity', () => {
    const unheardOf = { ...rename('A'), name: 'task.unheard-of' }
    const queue = queueOf(unheardOf, price(100), rename('C', aTask({ id: 't2' })))
    expect(nextToSend(queue)).toBe(queue[2])
    expect(nextToSend(queue.slice(0, 2))).toBeNull()
    expect(nextToSend(when(queue.slice(0, 2), comesTo({ kind: 'done', entity: aTask({ version: 4 }), position: AT }), 0))?.position).toBe(2)
  })
})

describe('a command with a server error', () => {
  const failed = comesTo({ kind: 'failed', reason: { status: 500, code: 'INTERNAL', text: 'Erro interno' } })
  const other = aTask({ id: 't2' })

  it('blocks only its own entity during its pause', () => {
    const queue = queueOf(rename('A'), price(100), rename('C', other))
    expect(nextToSend(queue, (item) => item === queue[0])).toBe(queue[2])
  })

  it('needs a decision after a few errors, whatever happened in between, and is retried under its key', () => {
    let queue = queueOf(rename('A'))
    for (let time = 0; time < 4; time += 1) queue = when(when(queue, failed, 0), comesTo({ kind: 'later', isUncertain: true }), 0)
    expect(queue[0]).toMatchObject({ status: { is: 'waiting' }, failures: 4 })
    queue = when(queue, failed, 0)
    expect(queue[0]).toMatchObject({ status: { is: 'refused', reason: { status: 500 } }, isUncertain: false })
    expect(isUndelivered(queue[0]!)).toBe(true)
    const [again] = when(queue, retry, 0)
    expect(again).toMatchObject({ status: { is: 'waiting' }, failures: 0, command: { key: queue[0]!.command.key } })
  })
})

describe('emptying the account', () => {
  const failed = comesTo({ kind: 'failed', reason: { status: 500, code: 'INTERNAL', text: 'Erro interno' } })
  const emptying = () => queueOf(rename('A'), rename('B', aTask({ id: 't2' })), emptyAccount('a'), addTask(draft, 'n1'))

  it('is sent before all others, which wait until its outcome is known', () => {
    const queue = emptying()
    expect(nextToSend(queue)).toBe(queue[2])
    expect(nextToSend(when(queue, comesTo({ kind: 'later', isUncertain: true }), 2))?.position).toBe(3)
    expect(nextToSend(queue, (item) => item === queue[2])).toBeNull()
    let unknown = queue
    for (let time = 0; time < 5; time += 1) unknown = when(unknown, failed, 2)
    expect(standings(unknown)).toEqual(['waiting', 'waiting', 'refused', 'waiting'])
    expect(nextToSend(unknown)).toBeNull()
    expect(nextToSend(when(unknown, retry, 2))?.position).toBe(3)
    expect(nextToSend(when(unknown, discard, 2))?.position).toBe(1)
  })

  it('discards earlier commands, and none made since', () => {
    expect(when(emptying(), comesTo({ kind: 'done', entity: null, position: AT }), 2).map(({ position }) => position)).toEqual([4])
  })

  it('changes nothing if it was refused', () => {
    expect(nextToSend(when(emptying(), comesTo(refusal), 2))?.position).toBe(1)
  })
})

describe('the next command on the same entity', () => {
  it('takes the version of the answer', () => {
    const queue = when(
      queueOf(rename('A'), price(100, { ...seen, title: 'A' })),
      comesTo({ kind: 'done', entity: aTask({ title: 'A', version: 4 }), position: AT }),
      0,
    )
    expect(queue[1]?.command.base).toMatchObject({ version: 4, title: 'A' })
    expect(standings(queue)).toEqual(['done', 'waiting'])
  })

  it('follows a creation, however the server writes its values', () => {
    const added = { ...seen, id: 'n1', title: ' Novo', version: 0 }
    const queue = when(
      queueOf(addTask({ ...draft, title: ' Novo' }, 'n1'), rename('Outro', added)),
      comesTo({ kind: 'done', entity: aTask({ id: 'n1', title: 'Novo', version: 1 }), position: AT }),
      0,
    )
    expect(queue[1]).toMatchObject({ status: { is: 'waiting' }, command: { base: { version: 1 } } })
  })

  it('conflicts if another device changed the same field before the first command arrived', () => {
    const queue = when(
      queueOf(rename('A'), price(100, { ...seen, title: 'A' })),
      comesTo({ kind: 'done', entity: aTask({ title: 'A', estimatedCost: 700, version: 6 }), position: AT }),
      0,
    )
    expect(queue[1]?.status).toMatchObject({ is: 'conflict', fields: ['estimatedCost'] })
  })

  it('does not return to an older version after a repeated answer', () => {
    const queue = when(
      queueOf(rename('A'), price(100, { ...seen, version: 9 })),
      comesTo({ kind: 'done', entity: { ...seen, version: 4 }, position: AT }),
      0,
    )
    expect(queue[1]?.command.base?.version).toBe(9)
  })
})

describe('another version on the server', () => {
  it('is merged if other fields changed', () => {
    const queue = when(queueOf(rename('A')), comesTo({ kind: 'outdated', now: aTask({ estimatedCost: 500, version: 8 }) }), 0)
    expect(queue[0]).toMatchObject({
      status: { is: 'waiting' },
      command: { base: { version: 8, estimatedCost: 500 }, args: { title: 'A' } },
    })
  })

  it('is a conflict if the same field changed, with both sides', () => {
    const theirs = { ...seen, title: 'B', version: 8 }
    const queue = when(queueOf(rename('A')), comesTo({ kind: 'outdated', now: theirs }), 0)
    expect(queue[0]?.status).toEqual({ is: 'conflict', at: 1000, theirs, fields: ['title'] })
  })

  it('is no conflict if both sides have the same value', () => {
    const queue = when(queueOf(setTaskCompleted(seen, true)), comesTo({ kind: 'outdated', now: aTask({ completed: true, version: 8 }) }), 0)
    expect(standings(queue)).toEqual(['waiting'])
  })

  it('is a conflict for a deletion', () => {
    const queue = when(queueOf(deleteTask(seen)), comesTo({ kind: 'outdated', now: aTask({ title: 'B', version: 8 }) }), 0)
    expect(queue[0]?.status).toMatchObject({ is: 'conflict', fields: ['title'] })
  })

  it('never merges moved money, even if both sides have the same balance', () => {
    const goal = { id: 'g1', version: 2, title: 'Forno', currentAmount: 100, targetAmount: 1000 } as never
    const queue = when(
      queueOf(progressGoal(goal, 5000)),
      comesTo({ kind: 'outdated', now: { ...(goal as object), currentAmount: 150, version: 3 } as never }),
      0,
    )
    expect(queue[0]?.status).toMatchObject({ is: 'conflict', fields: ['currentAmount'] })
  })
})

describe('a decision', () => {
  const collides = () =>
    when(
      queueOf(correctTask(seen, { ...draft, title: 'A', costCentavos: 500 })!, setTaskCompleted(seen, true)),
      comesTo({ kind: 'outdated', now: aTask({ title: 'B', estimatedCost: 900, version: 8 }) }),
      0,
    )

  it('for some of the fields sends those, on the present entity of the server', () => {
    const queue = applyChanges(collides(), retry(collides(), collides()[0]!.command.id))
    expect(standings(queue)).toEqual(['conflict', 'waiting'])
    const parked = collides()
    const chosen = applyChanges(parked, retry(parked, parked[0]!.command.id, ['estimatedCost']))
    expect(chosen[0]).toMatchObject({
      status: { is: 'waiting' },
      command: { args: { estimatedCost: 500 }, base: { version: 8, title: 'B' } },
    })
    expect(chosen[0]?.command.args).not.toHaveProperty('title')
  })

  it('for a field that only the other side changed sends the value that this device had seen', () => {
    const parked = collides()
    const chosen = applyChanges(parked, retry(parked, parked[0]!.command.id, ['title', 'priority']))
    expect(chosen[0]?.command.args).toEqual({ title: 'A', priority: seen.priority })
  })

  it('for a setting of the reserve sends that setting', () => {
    const fund = {
      id: 'a',
      userId: 'a',
      targetMonths: 3,
      monthlyExpenseAverage: 300_000,
      currentAmount: 50_000,
      targetAmount: 900_000,
      version: 3,
    } as const
    const newCommand = configureFund(fund, { targetMonths: 12, averageCentavos: 250_000 }, { userId: 'a', spentCentavos: 0 })!
    const theirs = { ...fund, targetMonths: 6, monthlyExpenseAverage: 200_000, version: 4 }
    const queue = when(queueOf(newCommand), comesTo({ kind: 'outdated', now: theirs }), 0)
    expect(queue[0]?.status).toMatchObject({ is: 'conflict', fields: ['targetMonths', 'monthlyExpenseAverage'] })
    const [chosen] = when(queue, (parked, id) => retry(parked, id, ['targetMonths']), 0)
    expect(chosen?.command).toMatchObject({ args: { settings: { targetMonths: 12 }, spentCentavos: 0 }, base: { version: 4 } })
    expect(kindOf(chosen!.command)?.request(chosen!.command).body).toEqual({ targetMonths: 12 })
  })

  it('for another field than the confirmation of a scheduled amount is a correction, in the names of the API', () => {
    const pending = aTransaction({ isScheduled: true, isConfirmed: false, isReceived: false })
    const theirs = { ...pending, isScheduled: false, date: '2026-11-25', version: 4 }
    const parked = when(queueOf(confirmTransaction(pending, true)), comesTo({ kind: 'outdated', now: theirs }), 0)
    const [chosen] = when(parked, (items, id) => retry(items, id, ['date', 'isReceived']), 0)
    expect(kindOf(chosen!.command)?.request(chosen!.command)).toEqual({
      method: 'PUT',
      path: '/transactions/x1',
      body: { transactionDate: '2026-11-20', isReceived: true },
    })
  })

  it('for fields that follow from a correction sends what this device showed', () => {
    const missed = aTransaction({ isScheduled: true, isConfirmed: true, isReceived: false })
    const { type, date } = missed
    const newCommand = correctTransaction(missed, { ...pickTexts(missed), type, date, centavos: 10_000, isScheduled: false })!
    const theirs = { ...missed, isConfirmed: false, version: 4 }
    const queue = when(queueOf(newCommand), comesTo({ kind: 'outdated', now: theirs }), 0)
    const [chosen] = when(queue, (parked, id) => retry(parked, id, ['isScheduled', 'isConfirmed', 'isReceived']), 0)
    expect(chosen?.command.args).toEqual({ isScheduled: false, isConfirmed: true, isReceived: true })
  })

  it('for none of the fields discards the command, and the next one continues from the server', () => {
    const parked = collides()
    const queue = applyChanges(parked, retry(parked, parked[0]!.command.id, []))
    expect(queue).toHaveLength(1)
    expect(queue[0]?.command.base).toMatchObject({ version: 8, title: 'B' })
  })

  describe('to discard a conflicting command compares the later ones with the server', () => {
    const theirs = aTask({ title: 'B', estimatedCost: 900, version: 8 })
    const behind = (...newCommands: Parameters<typeof queueOf>) => {
      const parked = when(queueOf(rename('A'), ...newCommands), comesTo({ kind: 'outdated', now: theirs }), 0)
      expect(standings(parked)).toEqual(['conflict', ...newCommands.map(() => 'waiting')])
      return when(parked, discard, 0)
    }

    it('and is a conflict where one would overwrite an unseen change', () => {
      const [next] = behind(price(500, { ...seen, title: 'A' }))
      expect(next).toMatchObject({
        status: { is: 'conflict', theirs, fields: ['estimatedCost'] },
        command: { base: { version: 3, title: seen.title } },
      })
    })

    it('and is none where the server has the same value', () => {
      const [next] = behind(setTaskCompleted({ ...seen, title: 'A' }, true))
      expect(next).toMatchObject({ status: { is: 'waiting' }, command: { base: theirs } })
    })

    it('and is none for one that was made on that version', () => {
      const [next] = behind(rename('C', theirs))
      expect(next).toMatchObject({ status: { is: 'waiting' }, command: { base: theirs } })
    })

    it('and covers each in its turn, without the values of the discarded one', () => {
      const [, last] = behind(setTaskCompleted({ ...seen, title: 'A' }, true), price(500, { ...seen, title: 'A', completed: true }))
      expect(last).toMatchObject({ status: { is: 'waiting' }, command: { base: { version: 3, title: seen.title, completed: true } } })
    })
  })

  it('to discard a refused command leaves the later ones on the version they were made on', () => {
    const merged = when(
      queueOf(rename('A'), price(500, { ...seen, title: 'A' })),
      comesTo({ kind: 'outdated', now: aTask({ estimatedCost: 900, version: 8 }) }),
      0,
    )
    const [next] = when(when(merged, comesTo(refusal), 0), discard, 0)
    expect(next?.command.base).toMatchObject({ version: 3, title: seen.title, estimatedCost: 0 })
  })

  it('to discard a creation discards the commands that depend on it', () => {
    const queue = when(queueOf(addTask(draft, 'n1'), rename('X', { ...seen, id: 'n1' }), rename('Y')), comesTo(refusal), 0)
    expect(when(queue, discard, 0).map(({ command }) => command.entityId)).toEqual(['t1'])
  })

  it('to correct a refused command puts the new one in its place', () => {
    const queue = when(queueOf(addTask(draft, 'n1'), rename('X', { ...seen, id: 'n1' })), comesTo(refusal), 0)
    const again = applyChanges(queue, enqueue(queue, storedCommand(addTask(draft, 'n1')), queue[0]!.command.id))
    expect(again.map(({ position }) => position)).toEqual([1, 2])
    expect(standings(again)).toEqual(['waiting', 'waiting'])
  })
})

describe('an undo', () => {
  it('withdraws an unsent command', () => {
    const queue = queueOf(deleteTask(seen))
    expect(withdraw(queue, queue[0]!.command.id)).toEqual({ put: [], remove: [1] })
  })

  it('needs another command if the first may have been sent, or others depend on it', () => {
    const left = applyChanges(queueOf(deleteTask(seen)), markSending(queueOf(deleteTask(seen)), 'nobody'))
    const sent = when(left, markSending, 0)
    expect(withdraw(sent, sent[0]!.command.id)).toBeNull()
    const queue = queueOf(rename('A'), price(100))
    expect(withdraw(queue, queue[0]!.command.id)).toBeNull()
  })
})

describe('a failed attempt', () => {
  const command = storedCommand(rename('A'))
  const meant = (status: number, code: string) => outcomeOfFailure(command, { status, code: code as never, text: 'x' })
  it.each([
    [0, 'NETWORK', { kind: 'later', isUncertain: true }],
    [502, 'UNAVAILABLE', { kind: 'later', isUncertain: true }],
    [503, 'UNAVAILABLE', { kind: 'later', isUncertain: false }],
    [429, 'RATE_LIMITED', { kind: 'later', isUncertain: false }],
    [408, 'INTERNAL', { kind: 'later', isUncertain: false }],
    [401, 'UNAUTHENTICATED', { kind: 'later', isUncertain: false }],
    [403, 'SUBSCRIPTION_REQUIRED', { kind: 'later', isUncertain: false, isUnpaid: true }],
  ])('with %i %s is retried', (status, code, outcome) => expect(meant(status, code)).toEqual(outcome))

  it.each([500, 501, 507])('with %i is an error of this command', (status) =>
    expect(meant(status, 'INTERNAL')).toMatchObject({ kind: 'failed', reason: { status } }),
  )
  it.each([400, 404, 409, 413, 422])('with %i waits for a decision', (status) =>
    expect(meant(status, 'VALIDATION')).toMatchObject({ kind: 'refused', reason: { status } }),
  )
  it('with another version needs the present entity', () => expect(meant(412, 'VERSION_MISMATCH')).toBeNull())
  it('with a key whose reply expired is done: an earlier attempt succeeded', () =>
    expect(meant(409, 'ALREADY_DONE')).toEqual({ kind: 'done', entity: null, position: null }))
  it('to delete what is gone is a success', () =>
    expect(outcomeOfFailure(storedCommand(deleteTask(seen)), { status: 404, code: 'NOT_FOUND', text: 'x' })).toEqual({
      kind: 'done',
      entity: null,
      position: null,
    }))
})

it('the retry delay grows with jitter up to a limit, and respects Retry-After', () => {
  expect(retryDelay(0, null, 0)).toBe(250)
  expect(retryDelay(3, null, 1)).toBe(4000)
  expect(retryDelay(50, null, 1)).toBe(60_000)
  expect(retryDelay(0, 7000, 0)).toBe(7000)
  expect(retryDelay(0, 9_000_000, 0)).toBe(300_000)
})

it('in any case, the order within an entity holds, no command passes a parked one, and every command is sent, parked or discarded', () => {
  const step = fc.record({
    entity: fc.constantFrom('t1', 't2', 't3'),
    what: fc.constantFrom('issue', 'done', 'later', 'fail', 'refuse', 'withdraw', 'discard', 'resend'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let queue: QueuedCommand[] = []
      const done: number[] = []
      for (const { entity, what } of steps) {
        if (what === 'issue') queue = applyChanges(queue, enqueue(queue, storedCommand(rename(`${queue.length}`, aTask({ id: entity })))))
        const next = nextToSend(queue)
        const parked = queue.find(needsDecision)
        if (next) {
          const ahead = queue.filter((item) => item.position < next.position && item.command.entityId === next.command.entityId)
          expect(ahead.every((item) => item.status.is === 'done')).toBe(true)
        }
        const { id } = next?.command ?? { id: '' }
        if (what === 'done' && next) done.push(next.position)
        if (what === 'done')
          queue = applyChanges(
            queue,
            applyOutcome(queue, id, { kind: 'done', entity: aTask({ id: next?.command.entityId ?? '', version: 100 }), position: AT }, 1),
          )
        if (what === 'later') queue = applyChanges(queue, applyOutcome(queue, id, { kind: 'later', isUncertain: false }, 1))
        if (what === 'fail') queue = applyChanges(queue, applyOutcome(queue, id, { ...refusal, kind: 'failed' }, 1))
        if (what === 'refuse') queue = applyChanges(queue, applyOutcome(queue, id, refusal, 1))
        if (what === 'withdraw') queue = applyChanges(queue, withdraw(queue, queue.at(-1)?.command.id ?? '') ?? { put: [], remove: [] })
        if (what === 'discard' && parked) queue = applyChanges(queue, discard(queue, parked.command.id))
        if (what === 'resend' && parked) queue = applyChanges(queue, retry(queue, parked.command.id))
      }
      expect(new Set(queue.map(({ position }) => position)).size).toBe(queue.length)
      // After every decision the queue runs empty.
      for (let round = 0; round < 200 && queue.some((item) => item.status.is !== 'done'); round += 1) {
        const parked = queue.find(needsDecision)
        const next = nextToSend(queue)
        queue = parked
          ? applyChanges(queue, discard(queue, parked.command.id))
          : applyChanges(
              queue,
              applyOutcome(queue, next!.command.id, { kind: 'done', entity: aTask({ version: 200 + round }), position: AT }, 1),
            )
      }
      expect(queue.every((item) => item.status.is === 'done')).toBe(true)
    }),
  )
})
