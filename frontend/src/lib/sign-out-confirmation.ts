/** What the texts call the device; `aparelho` if it could be either. */
export type DeviceNoun = 'celular' | 'computador' | 'aparelho'

/** Texts of the dialog before signing out would lose unsent commands, in the app and on the plans page. */
export function signOutConfirmation(unsent: number, device: DeviceNoun): { title: string; text: string; leave: string } {
  if (unsent === 0) return { title: 'Tudo foi enviado', text: 'Os lançamentos chegaram à conta enquanto você decidia.', leave: 'Sair' }
  if (unsent === 1)
    return {
      title: 'Sair e perder 1 lançamento?',
      text: `Ele existe só neste ${device}. Ao sair, é apagado daqui e não chega à conta.`,
      leave: 'Sair e apagar',
    }
  return {
    title: `Sair e perder ${unsent} lançamentos?`,
    text: `Eles existem só neste ${device}. Ao sair, são apagados daqui e não chegam à conta.`,
    leave: `Sair e apagar os ${unsent}`,
  }
}
