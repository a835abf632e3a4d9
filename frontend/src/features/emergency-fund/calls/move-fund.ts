import { useQueryClient } from '@tanstack/react-query'
import type { EmergencyFund, EmergencyFundAnswer, FundMovement, FundSettingsBody, NewMovementBody } from '@prumo/shared/emergency-fund'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { newId, write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { movementAddress } from '../ask/movement-address'
import { holding, type Account, type MovementDraft } from '../fund/fund-changes'
import { movementNames } from '../fund/words'
import { emergencyFund } from './emergency-fund'
import { hideMovement, showMovement } from './list-movements'

type Movement = Change<EmergencyFund> & { after: EmergencyFund; movement: FundMovement; draft: MovementDraft } & ({ way: 'done'; body: NewMovementBody } | { way: 'undone'; body: FundSettingsBody })

const refused = {
  deposit: { done: (amount: string) => `O depósito de ${amount} não foi feito.`, undone: (amount: string) => `O depósito de ${amount} não foi desfeito.` },
  withdrawal: { done: (amount: string) => `A retirada de ${amount} não foi feita.`, undone: (amount: string) => `A retirada de ${amount} não foi desfeita.` },
}
const paths = { deposit: '/emergency-fund/add', withdrawal: '/emergency-fund/withdraw' }

/** `POST /emergency-fund/add` and `/withdraw`; taken back by `PUT /emergency-fund` with the amount from before. */
export function useMoveFund(account: Account) {
  const client = useQueryClient()
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<EmergencyFund, Movement>(emergencyFund, {
    send: async (change) => (await request(change)).emergencyFund,
    onFailed: (failure, { way, draft, movement }) => {
      hideMovement(client, movement)
      const review = way === 'done' ? { address: movementAddress(draft.kind), draft } : undefined
      fail(failure, refused[draft.kind][way](formatCentavos(draft.centavos)), review)
    },
  })

  function move(change: Movement): void {
    mutate(change)
    showMovement(client, change.movement)
  }

  return (before: EmergencyFund | null, draft: MovementDraft) => {
    const { kind, centavos, description } = draft
    const balance = centavosOf(before?.currentAmount ?? 0)
    const after = holding(before, kind === 'deposit' ? balance + centavos : balance - centavos, account)
    const body = { amount: centavosToReais(centavos), description }
    move({ before, after, way: 'done', body, draft, movement: { ...body, id: newId(), kind, balance: after.currentAmount, at: new Date().toISOString() } })
    showToast({ text: titleOf(draft), action: { label: 'Desfazer', run: () => undo(after, balance, draft) } })
  }

  function undo(before: EmergencyFund, balance: number, draft: MovementDraft): void {
    const after = holding(before, balance, account)
    const body = { currentAmount: after.currentAmount }
    const amount = centavosToReais(balance - centavosOf(before.currentAmount))
    move({ before, after, way: 'undone', body, draft, movement: { id: newId(), kind: 'adjustment', amount, description: null, balance: after.currentAmount, at: new Date().toISOString() } })
  }
}

/** A movement is a difference, right on whatever balance it meets; what takes it back names a balance, and only on the one that was seen. */
function request({ way, before, body, draft }: Movement): Promise<EmergencyFundAnswer> {
  if (way === 'done') return write({ method: 'POST', path: paths[draft.kind], body })
  return write({ method: 'PUT', path: '/emergency-fund', body, ...(before && { version: before.version }) })
}

/** `Depósito de R$ 300,00` */
function titleOf({ kind, centavos }: MovementDraft): string {
  return `${movementNames[kind]} de ${formatCentavos(centavos)}`
}
