import type { CommandKind, Entity, NewCommand } from './command'

/** Empties the account: nothing that stands in front of it in the line is sent any more. */
export function emptyAccount(id: string): NewCommand<Entity, null> {
  return { name: 'account.empty', entity: 'account', entityId: id, args: null, on: null }
}

const empty: CommandKind<Entity, null> = {
  life: 'changes',
  pinned: false,
  empties: true,
  touches: () => [],
  request: () => ({ method: 'POST', path: '/data/reset', body: { confirm: true } }),
  answer: () => null,
  // Until it is known to have happened everything is shown as it was.
  effect: (now) => now,
  undo: () => null,
  words: () => ({
    subject: 'Todos os dados',
    centavos: null,
    did: 'Você pediu para apagar',
    what: 'Pedido de apagar',
    todo: 'apagar todos os dados',
    accepted: null,
    offersUndo: false,
    address: '/dashboard/settings?aba=dados',
  }),
}

export const accountCommands = { 'account.empty': empty }
