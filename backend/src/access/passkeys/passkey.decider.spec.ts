import { MAX_PASSKEYS } from '@prumo/shared/limits'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { given } from '../../../test/test-given.js'
import { passkeyDecider, toPasskey, type PasskeyCommand } from './passkey.decider.js'
import type { PasskeyEvent } from './passkey.events.js'

const add: PasskeyCommand = { type: 'AddPasskey', name: 'Celular', isChallengeValid: true, isKnown: false, others: 0 }
const added: PasskeyEvent = { type: 'PasskeyAdded', data: { after: { name: 'Celular' } } }
const removed: PasskeyEvent = { type: 'PasskeyRemoved', data: { before: { name: 'Celular novo' } } }

describe('a passkey', () => {
  it('is added with its name, and nothing of its key', () => {
    given(passkeyDecider).when(add).then(added)
    expect(toPasskey(given(passkeyDecider, added).state)).toMatchObject({ name: 'Celular', lastUsedAt: null })
  })

  it('is not added without the challenge, twice, or beyond the limit', () => {
    given(passkeyDecider)
      .when({ ...add, isChallengeValid: false })
      .thenRejected('VALIDATION', passkeyTexts.notAdded)
    given(passkeyDecider)
      .when({ ...add, isKnown: true })
      .thenRejected('CONFLICT', passkeyTexts.known)
    given(passkeyDecider)
      .when({ ...add, others: MAX_PASSKEYS })
      .thenRejected('CONFLICT', passkeyTexts.tooMany)
    given(passkeyDecider)
      .when({ ...add, others: MAX_PASSKEYS - 1 })
      .then(added)
  })

  it('is removed once, under its present name', () => {
    given(passkeyDecider, added).when({ type: 'RemovePasskey', name: 'Celular novo' }).then(removed)
    given(passkeyDecider).when({ type: 'RemovePasskey', name: 'Celular' }).thenRejected('NOT_FOUND')
    given(passkeyDecider, added, removed).when({ type: 'RemovePasskey', name: 'Celular novo' }).thenRejected('NOT_FOUND')
  })
})
