import type { GuestAnswer } from '@prumo/shared/guests'
import type { UserAnswer } from '@prumo/shared/identity'
import type { SessionUser } from './session'

/** The signed-in person of an answer of `/auth/verify`. @param token of the session */
export function toSessionUser(token: string, answer: UserAnswer | GuestAnswer): SessionUser {
  if (!('visit' in answer)) return answer.user
  const { user, visit } = answer
  return {
    // The account's, from which the screens derive the id of its first wallet.
    id: accountOf(token),
    name: user.name,
    businessName: user.businessName,
    // What screens for guests do not show.
    email: '',
    emailVerified: true,
    businessType: 'Outros',
    monthlyIncome: 0,
    mainDifficulties: [],
    createdAt: new Date(0).toISOString(),
    acceptedTerms: null,
    visit,
  }
}

/** The account that a token is of. */
function accountOf(token: string): string {
  const [, payload = ''] = token.split('.')
  const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }
  return sub
}
