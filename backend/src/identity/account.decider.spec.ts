import type { AccountDetails, AccountEvent } from './account.events.js'
import { accountDecider, accountEndDecider, accountLookDecider, toUser } from './account.decider.js'
import { given } from '../../test/test-given.js'

const ana: AccountDetails = {
  name: 'Ana Souza',
  email: 'ana@exemplo.com',
  businessName: 'Ateliê Ana',
  businessType: 'Serviços',
  monthlyIncome: 350_050,
  mainDifficulties: ['Marketing e vendas', 'Controle de estoque'],
}
const opened: AccountEvent = { type: 'AccountOpened', data: { after: ana } }

describe('an account', () => {
  it('opens with the details of the person', () => {
    given(accountDecider).when({ type: 'OpenAccount', details: ana }).then(opened)
  })

  it('opens once', () => {
    given(accountDecider, opened).when({ type: 'OpenAccount', details: ana }).thenRejected('CONFLICT')
  })

  it('that was erased does not return, and cannot change', () => {
    const erased = given(accountDecider, opened, { type: 'AccountErased', data: {} })
    erased.when({ type: 'OpenAccount', details: ana }).thenRejected('CONFLICT')
    erased.when({ type: 'ChangeProfile', changes: { name: 'Ana Lima' } }).thenRejected('NOT_FOUND')
  })

  it('shows the person with income in reais and the moment it opened', () => {
    expect(toUser(given(accountDecider, opened).state)).toEqual({
      id: '00000000-0000-7000-8000-00000000000e',
      ...ana,
      emailVerified: false,
      monthlyIncome: 3500.5,
      createdAt: '2026-01-01T12:00:00.000Z',
      acceptedTerms: null,
    })
  })

  it('opens with the accepted terms, if they were shown', () => {
    given(accountDecider)
      .when({ type: 'OpenAccount', details: ana, terms: '2026-11-22' })
      .then(opened, { type: 'TermsAccepted', data: { version: '2026-11-22' } })
  })
})

describe('the terms of use', () => {
  const accepted: AccountEvent = { type: 'TermsAccepted', data: { version: '2026-11-22' } }

  it('are accepted once in each version, and the last one counts', () => {
    given(accountDecider, opened).when({ type: 'AcceptTerms', version: '2026-11-22' }).then(accepted)
    given(accountDecider, opened, accepted).when({ type: 'AcceptTerms', version: '2026-11-22' }).thenNothing()
    const newer = given(accountDecider, opened, accepted).when({ type: 'AcceptTerms', version: '2027-03-01' })
    newer.then({ type: 'TermsAccepted', data: { version: '2027-03-01' } })
    expect(toUser(newer.thenState()).acceptedTerms).toEqual({ version: '2027-03-01', acceptedAt: '2026-01-01T12:02:00.000Z' })
  })

  it('of an erased account cannot be accepted', () => {
    given(accountDecider, opened, { type: 'AccountErased', data: {} })
      .when({ type: 'AcceptTerms', version: '2026-11-22' })
      .thenRejected('NOT_FOUND')
  })
})

describe('an e-mail', () => {
  const other = { ...ana, email: 'ana@atelie.com' }
  const changed: AccountEvent = { type: 'EmailChanged', data: { before: ana, after: other } }
  const verified: AccountEvent = { type: 'EmailVerified', data: { email: ana.email } }
  const erased: AccountEvent = { type: 'AccountErased', data: {} }

  it('is verified once', () => {
    const when = given(accountDecider, opened).when({ type: 'VerifyEmail', email: ana.email })
    when.then(verified)
    expect(toUser(when.thenState()).emailVerified).toBe(true)
    given(accountDecider, opened, verified).when({ type: 'VerifyEmail', email: ana.email }).thenNothing()
  })

  it('is not verified by a link to another one', () => {
    given(accountDecider, opened, changed).when({ type: 'VerifyEmail', email: ana.email }).thenRejected('CONFLICT')
  })

  it('replaces another verified, and changes nothing else', () => {
    const when = given(accountDecider, opened).when({ type: 'ChangeEmail', email: other.email })
    when.then(changed)
    expect(toUser(when.thenState())).toMatchObject({ ...other, monthlyIncome: 3500.5, emailVerified: true })
  })

  it('that the account has already is no event, as when a link is followed twice at once', () => {
    given(accountDecider, opened, changed).when({ type: 'ChangeEmail', email: other.email }).thenNothing()
  })

  it('survives a reset, and the undo of an earlier change of profile', () => {
    const profile: AccountEvent = { type: 'ProfileChanged', data: { before: ana, after: { ...ana, name: 'Ana Lima' } } }
    expect(toUser(given(accountDecider, opened, verified, { type: 'AccountReset', data: {} }).state).emailVerified).toBe(true)
    const renamed = { ...other, name: 'Ana Lima' }
    given(accountDecider, opened, profile, { type: 'EmailChanged', data: { before: profile.data.after, after: renamed } })
      .when({ type: 'Undo', position: 2, entry: profile })
      .then({ type: 'ProfileChanged', data: { before: renamed, after: other } })
  })

  it('is never undone, because the previous one is no longer confirmed', () => {
    given(accountDecider, opened, changed).when({ type: 'Undo', position: 2, entry: changed }).thenRejected('CONFLICT')
    given(accountDecider, opened, verified).when({ type: 'Undo', position: 2, entry: verified }).thenRejected('CONFLICT')
  })

  it('of an erased account cannot be changed', () => {
    given(accountDecider, opened, erased).when({ type: 'ChangeEmail', email: other.email }).thenRejected('NOT_FOUND')
    given(accountDecider, opened, erased).when({ type: 'VerifyEmail', email: ana.email }).thenRejected('NOT_FOUND')
  })
})

describe('an operator’s access', () => {
  const look = { type: 'LookAtAccount' as const, command: 'events', reason: 'pedido 4711' }
  const looked: AccountEvent = { type: 'AccountLooked', data: { command: 'events', reason: 'pedido 4711' } }

  it('is recorded whatever the log starts with, and each time', () => {
    given(accountLookDecider).when(look).then(looked)
    given(accountLookDecider, opened, looked).when(look).then(looked)
  })

  it('is not recorded in an erased log', () => {
    given(accountLookDecider, opened, { type: 'AccountErased', data: {} }).when(look).thenRejected('NOT_FOUND')
  })

  it('changes nothing of the account, and is never undone', () => {
    const { state } = given(accountDecider, opened, looked)
    expect(state).toEqual(given(accountDecider, opened).state)
    given(accountDecider, opened, looked).when({ type: 'Undo', position: 2, entry: looked }).thenRejected('CONFLICT')
  })
})

describe('a profile', () => {
  it('changes the given fields and keeps the others, the e-mail always', () => {
    given(accountDecider, opened)
      .when({ type: 'ChangeProfile', changes: { name: 'Ana Lima', monthlyIncome: 0 } })
      .then({ type: 'ProfileChanged', data: { before: ana, after: { ...ana, name: 'Ana Lima', monthlyIncome: 0 } } })
  })

  it('removes every difficulty with an empty list', () => {
    given(accountDecider, opened)
      .when({ type: 'ChangeProfile', changes: { mainDifficulties: [] } })
      .then({ type: 'ProfileChanged', data: { before: ana, after: { ...ana, mainDifficulties: [] } } })
  })

  it.each([
    ['nothing is named', {}],
    ['everything is as it was', { name: ana.name, businessType: ana.businessType, mainDifficulties: [...ana.mainDifficulties] }],
  ])('records nothing when %s', (_, changes) => {
    given(accountDecider, opened).when({ type: 'ChangeProfile', changes }).thenNothing()
  })

  it('keeps the moment the account opened', () => {
    const state = given(accountDecider, opened)
      .when({ type: 'ChangeProfile', changes: { name: 'Ana Lima' } })
      .thenState()
    expect(toUser(state)).toMatchObject({ name: 'Ana Lima', createdAt: '2026-01-01T12:00:00.000Z' })
  })

  it('requires an account', () => {
    given(accountDecider)
      .when({ type: 'ChangeProfile', changes: { name: 'Ana Lima' } })
      .thenRejected('NOT_FOUND')
  })
})

describe('an account as a whole', () => {
  it('is reset and keeps its profile', () => {
    given(accountDecider, opened).when({ type: 'ResetAccount', isConfirmed: true }).then({ type: 'AccountReset', data: {} })
    expect(toUser(given(accountDecider, opened, { type: 'AccountReset', data: {} }).state)).toMatchObject({ name: 'Ana Souza' })
  })

  it('is not reset without a confirmation', () => {
    given(accountDecider, opened).when({ type: 'ResetAccount', isConfirmed: false }).thenRejected('CONFIRMATION_REQUIRED')
  })

  it('is erased once', () => {
    given(accountEndDecider, opened).when({ type: 'EraseAccount' }).then({ type: 'AccountErased', data: {} })
    given(accountEndDecider).when({ type: 'EraseAccount' }).thenRejected('NOT_FOUND')
    given(accountEndDecider, opened, { type: 'AccountErased', data: {} }).when({ type: 'EraseAccount' }).thenRejected('NOT_FOUND')
    given(accountDecider, opened, { type: 'AccountErased', data: {} })
      .when({ type: 'ResetAccount', isConfirmed: true })
      .thenRejected('NOT_FOUND')
  })

  it('undoes a change of profile, and nothing else', () => {
    const after = { ...ana, name: 'Ana Lima', mainDifficulties: [] }
    const changed: AccountEvent = { type: 'ProfileChanged', data: { before: ana, after } }
    given(accountDecider, opened, changed)
      .when({ type: 'Undo', position: 2, entry: changed })
      .then({ type: 'ProfileChanged', data: { before: after, after: ana } })
    given(accountDecider, opened).when({ type: 'Undo', position: 1, entry: opened }).thenRejected('CONFLICT')
  })
})
