import { GUEST_LINK_DAYS, MAX_GRANTS } from './limits.js'

/** Texts about the access of others to an account. */
export const guestTexts = {
  nameMissing: 'Digite o nome de quem você convida',
  untilPast: 'Escolha hoje ou um dia depois',
  ownEmail: 'Este é o seu próprio email. Convide outra pessoa.',
  tooMany: `Já são ${MAX_GRANTS} pessoas com acesso. Encerre um para convidar outra.`,
  linkInvalid: 'Link inválido ou expirado. Peça um novo.',
  unknownGrant: 'Escolha um negócio da lista',
} as const

/** What a guest may see, in the words of the invitation. */
export const guestScope = ['Transações', 'Relatórios', 'Comprovantes', 'Folhas do MEI'] as const

/** The same within a sentence. */
export const guestScopeText = 'transações, relatórios, comprovantes e folhas do MEI'

/** How long a link is valid, within a sentence. */
export const guestLinkTerm = `${GUEST_LINK_DAYS} dias`

/** The last day of an access, such as 31/12/2026. */
export function formatLastDay(until: string): string {
  return until.split('-').toReversed().join('/')
}
