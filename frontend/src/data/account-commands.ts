import type { CommandKind, Entity, NewCommand } from './sync/command'

/** Empties the account: commands before it in the queue are never sent. */
export function emptyAccount(id: string): NewCommand<Entity, null> {
  return { name: 'account.empty', entity: 'account', entityId: id, args: null, base: null }
}

const emptyKind: CommandKind<Entity, null> = {
  lifecycle: 'changes',
  requiresVersion: false,
  discardsQueue: true,
  affectedFields: () => [],
  request: () => ({ method: 'POST', path: '/data/reset', body: { confirm: true } }),
  parseAnswer: () => null,
  // The screens keep their data until the server has confirmed the reset.
  apply: (now) => now,
  invert: () => null,
  words: () => ({
    subject: 'Todos os dados',
    centavos: null,
    pastTense: 'Você pediu para apagar',
    noun: 'Pedido de apagar',
    infinitive: 'apagar todos os dados',
    accepted: null,
    offersUndo: false,
    address: '/dashboard/settings?aba=dados',
  }),
}

export const accountCommands = { 'account.empty': emptyKind }
