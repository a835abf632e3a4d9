import { taskTexts } from '@prumo/shared/task-rules'
import { emptyAccount } from '../../data/account-commands'
import { applyOutcome, discard, outcomeOfFailure } from '../../data/sync/queue'
import { addAttachment } from '../../data/attachment-commands'
import { aTask, aTransaction, queueOf, withStatus } from '../../data/test-fixtures'
import { addTask, correctTask, deleteTask, setTaskCompleted } from '../../data/task-commands'
import { kindOf } from '../../data/sync/entity-registry'
import { signOutConfirmation } from '../../lib/sign-out-confirmation'
import { conflictOf, firstChoice, isChosenByField, keptFields } from './conflict-choice'
import { followersText, joinItems, parkedText, reasonText, reviewIntro, sentText, stripText, whenAndWhat } from './outbox-texts'
import { canReopenForm, reopenedFormState } from './reopened-form'
import { NO_TALLY, countSent } from './sent-tally'

const seen = aTask({ estimatedCost: 1000 })
const draft = { title: 'Pagar o DAS', type: 'task', priority: 'high', costCentavos: 2500, date: '2026-11-20' } as const
const rename = correctTask(seen, draft)!
const receipt = addAttachment(aTransaction(), { name: 'Cupom.jpg', type: 'image/jpeg', size: 2120 })
const at = (text: string) => Date.parse(`2026-11-20T${text}:00-03:00`)
const now = '2026-11-20'
const names = { walletName: (id: string) => id }
const [waiting] = queueOf(rename)
const refusal = { is: 'refused', at: 1, reason: { status: 400, code: 'VALIDATION', text: 'Dados inválidos' } } as const

describe('the strip', () => {
  const calm = { isOffline: false, waiting: [], isHeld: false, isKept: true, freshSince: at('09:12') }
  const many = queueOf(rename, rename, rename, rename)

  it('shows nothing when everything is sent and current', () => expect(stripText(calm, 'celular', now)).toBeNull())

  it.each([
    [[], 'Sem internet.'],
    [queueOf(rename), 'Sem internet. 1 lançamento aguardando envio.'],
    [many, 'Sem internet. 4 lançamentos aguardando envio.'],
    [queueOf(receipt), 'Sem internet. 1 comprovante aguardando envio.'],
    [queueOf(receipt, receipt), 'Sem internet. 2 comprovantes aguardando envio.'],
    [queueOf(receipt, rename), 'Sem internet. 2 lançamentos aguardando envio.'],
  ])('counts the queued commands while offline', (queue, title) => {
    expect(stripText({ ...calm, isOffline: true, isHeld: queue.length > 0, waiting: queue }, 'celular', now)).toEqual({
      title,
      detail: 'Dados da conta até as 9h12 de hoje.',
    })
  })

  it('omits the age of figures where none are shown', () => {
    expect(stripText({ ...calm, isOffline: true, freshSince: null }, 'celular', now)?.detail).toBeNull()
  })

  it('warns when the device stores nothing, online and offline', () => {
    expect(stripText({ ...calm, isKept: false }, 'celular', now)?.detail).toContain('só dura enquanto esta página estiver aberta')
    expect(stripText({ ...calm, isKept: false, isOffline: true }, 'celular', now)?.detail).toMatch(/^Dados da conta .* só dura enquanto/)
  })

  it('asks for a subscription without blame', () => {
    const held = many.map((item) => ({ ...item, isUnpaid: true }))
    expect(stripText({ ...calm, isHeld: true, waiting: held }, 'computador', now)).toEqual({
      title: '4 lançamentos aguardando envio.',
      detail: 'Ficam guardados neste computador até a assinatura voltar.',
    })
  })

  it('reports a slow connection', () => {
    expect(stripText({ ...calm, isHeld: true, waiting: queueOf(rename) }, 'celular', now)?.title).toBe('1 lançamento aguardando envio.')
  })
})

describe('the number of sent commands', () => {
  const done = (item: typeof waiting) => withStatus(item!, { is: 'done', log: 'l', seq: 1, before: null, after: null })

  it('counts the delayed ones, even if some are refused', () => {
    const queue = queueOf(rename, rename, rename)
    const held = countSent(NO_TALLY, queue, queue, true)
    const one = [done(queue[0]), queue[1]!, queue[2]!]
    const first = countSent(held, one, one.slice(1), false)
    const last = countSent(first, [done(queue[0]), done(queue[1]), withStatus(queue[2]!, refusal)], [], false)
    expect([held.sent, first.sent, last.sent, last.waited.size]).toEqual([0, 1, 2, 0])
  })

  it('excludes commands that were sent at once', () => {
    const queue = queueOf(rename)
    expect(countSent(countSent(NO_TALLY, queue, queue, false), [done(queue[0])], [], false)).toBe(NO_TALLY)
  })

  it('restarts with the next delayed command', () => {
    const queue = queueOf(rename)
    expect(countSent({ waited: new Set(), sent: 5 }, queue, queue, true).sent).toBe(0)
  })

  it.each([
    [1, '1 lançamento enviado.'],
    [2, '2 lançamentos enviados.'],
  ])('is worded: %i', (sent, text) => expect(sentText(sent)).toBe(text))
})

describe('refused commands', () => {
  it.each([
    [1, 0, '1 lançamento não foi aceito', 'Este fica neste celular até você decidir.'],
    [2, 1, '2 lançamentos não foram aceitos', 'Outro foi enviado. Estes ficam neste celular até você decidir.'],
    [2, 2, '2 lançamentos não foram aceitos', 'Outros 2 foram enviados. Estes ficam neste celular até você decidir.'],
  ])('%i, with %i sent', (parked, sent, title, detail) => expect(parkedText(parked, sent, 'celular')).toEqual({ title, detail }))

  it('are introduced', () => {
    expect(reviewIntro(1)).toBe('1 lançamento não entrou na conta. Nada se perde enquanto você não decidir.')
    expect(reviewIntro(2)).toMatch(/^2 lançamentos não entraram na conta\./)
  })

  it('show the time, the action and the reason', () => {
    expect(whenAndWhat(waiting!, now)).toBe('Hoje, às 9h00 · Você corrigiu')
    expect(reasonText(withStatus(waiting!, refusal), now)).toBe('Dados inválidos')
    const theirs = { ...seen, title: 'Outro', updatedAt: '2026-11-20T17:10:00.000Z' }
    expect(reasonText(withStatus(waiting!, { is: 'conflict', at: 1, theirs, fields: ['title'] }), now)).toBe(
      'Título mudou em outro aparelho hoje, às 14h10.',
    )
    expect(reasonText(withStatus(waiting!, { is: 'conflict', at: 1, theirs, fields: ['estimatedCost', 'title'] }), now)).toBe(
      'Título e custo estimado mudaram em outro aparelho hoje, às 14h10.',
    )
  })

  it('offer to resend a command that was never answered', () => {
    const undelivered = withStatus(queueOf(addTask(draft))[0]!, {
      ...refusal,
      reason: { ...refusal.reason, status: 500, code: 'INTERNAL' },
    })
    expect(reasonText(undelivered, now)).toBe(
      'Tentamos 5 vezes, e a conta não conseguiu receber. Tente de novo mais tarde: não entra duas vezes.',
    )
    expect(canReopenForm(undelivered)).toBe(false)
  })

  it('show the text of the server for a limit, and reopen the form with the same id', () => {
    const reason = { status: 409, code: 'QUOTA_EXCEEDED', text: taskTexts.tooMany } as const
    const [deletion] = queueOf(deleteTask(seen))
    const [adding, bringingBack] = queueOf(addTask(draft, 'n1'), kindOf(deletion!.command)!.invert(deletion!.command, null)!)
    const isParkedAs = (item: typeof adding) => {
      const { put } = applyOutcome([item!], item!.command.id, outcomeOfFailure(item!.command, reason)!, 1)
      return put[0]!
    }
    expect(reasonText(isParkedAs(adding), now)).toBe('Você já tem 10.000 itens na lista. Exclua algum para criar outro.')
    expect(reopenedFormState(isParkedAs(adding))).toMatchObject({ draft, newId: 'n1' })
    expect(reasonText(isParkedAs(bringingBack), now)).toBe(taskTexts.tooMany)
    expect(discard([isParkedAs(bringingBack)], bringingBack!.command.id)).toEqual({ put: [], remove: [bringingBack!.position] })
  })

  it('explain a reset whose confirmation expired', () => {
    const reason = { status: 403, code: 'CONFIRMATION_REQUIRED', text: 'Acesso negado.' } as const
    const [reset] = queueOf(emptyAccount('a'))
    expect(reasonText(withStatus(reset!, { is: 'refused', at: 1, reason }), now)).toBe(
      'A confirmação venceu, e nada foi apagado. Confirme de novo que é você para apagar os dados.',
    )
  })

  it('list the commands that depend on the decision', () => {
    expect(followersText([])).toBeNull()
    expect(followersText(queueOf(rename))).toBe('1 lançamento espera esta decisão: corrigir Pagar DAS.')
    expect(followersText(queueOf(rename, deleteTask(seen)))).toBe(
      '2 lançamentos esperam esta decisão: corrigir Pagar DAS e excluir Pagar DAS.',
    )
  })

  it('are replaced by their reopened form, which keeps the id of a new entity unless it is taken', () => {
    const [item] = queueOf(addTask(draft, 'n1'))
    expect(reopenedFormState(withStatus(item!, refusal))).toEqual({ draft, replaces: item!.command.id, newId: 'n1' })
    expect(reopenedFormState(withStatus(item!, { ...refusal, reason: { ...refusal.reason, code: 'CONFLICT' } }))).not.toHaveProperty(
      'newId',
    )
    expect(canReopenForm(withStatus(item!, refusal))).toBe(true)
    expect(canReopenForm(withStatus(queueOf(setTaskCompleted(seen, true))[0]!, refusal))).toBe(false)
  })
})

describe('signing out', () => {
  it.each([
    [0, 'Tudo foi enviado', 'Sair'],
    [1, 'Sair e perder 1 lançamento?', 'Sair e apagar'],
    [4, 'Sair e perder 4 lançamentos?', 'Sair e apagar os 4'],
  ])('with %i unsent', (unsent, title, leave) => expect(signOutConfirmation(unsent, 'celular')).toMatchObject({ title, leave }))
})

describe('a conflict', () => {
  const theirs = { ...seen, title: 'Pagar imposto', estimatedDate: '2026-11-25', version: 8 }
  const item = withStatus(waiting!, { is: 'conflict', at: 1, theirs, fields: ['estimatedDate', 'title'] })

  it('shows the differences, and which side changed each field', () => {
    const { differences, same } = conflictOf(item, names)!
    expect(differences.map(({ field, mine, theirs: there, isMine }) => [field, mine, there, isMine])).toEqual([
      ['title', 'Pagar o DAS', 'Pagar imposto', true],
      ['estimatedCost', 'R$\u00a025,00', 'R$\u00a010,00', true],
      ['estimatedDate', '20/11/2026', '25/11/2026', false],
    ])
    expect(joinItems(same)).toBe('Tipo, prioridade e situação')
  })

  it('preselects the fields that this device changed', () => {
    const choice = firstChoice(conflictOf(item, names)!)
    expect(choice).toEqual({ title: 'mine', estimatedCost: 'mine', estimatedDate: 'theirs' })
    expect(keptFields(choice)).toEqual(['title', 'estimatedCost'])
  })

  it('is resolved by field for corrections only', () => {
    expect(isChosenByField(item.command)).toBe(true)
    expect(isChosenByField(queueOf(deleteTask(seen))[0]!.command)).toBe(false)
    expect(conflictOf(waiting!, names)).toBeNull()
  })
})
