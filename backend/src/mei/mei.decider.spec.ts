import { meiDefaults, meiTexts } from '@prumo/shared/mei-rules'
import { given } from '../../test/test-given.js'
import { meiDecider, type MeiCommand, type ProfileDetails } from './mei.decider.js'
import type { MeiEvent } from './mei.events.js'

const today = '2026-11-27'
const profile: ProfileDetails = {
  ...meiDefaults,
  excludedCategories: [...meiDefaults.excludedCategories],
  openedOn: '2024-03-12',
  activities: ['industry'],
}
const configured = (before: ProfileDetails | null, after: ProfileDetails): MeiEvent => ({ type: 'MeiConfigured', data: { before, after } })
const mei = (...history: MeiEvent[]) => given(meiDecider, ...history)
const { openedOn, activities } = profile
const configure = (settings: object, more = {}): MeiCommand => ({
  type: 'ConfigureMei',
  settings: { openedOn, activities, ...settings },
  today,
  ...more,
})

it('has defaults the first time, and afterwards keeps what a request leaves out', () => {
  mei().when(configure({})).then(configured(null, profile))
  const changed: ProfileDetails = { ...profile, closedOn: '2026-12-31', excludedCategories: ['Aporte'], hasEmployee: true }
  mei(configured(null, changed))
    .when(configure({ isCargoDriver: true }))
    .then(configured(changed, { ...changed, isCargoDriver: true }))
  mei(configured(null, changed))
    .when(configure({ closedOn: null }))
    .then(configured(changed, { ...changed, closedOn: null }))
  mei(configured(null, changed)).when(configure({})).thenNothing()
})

it('refuses an opening in the future, a baixa before it, and a change of a profile that is not there', () => {
  mei()
    .when(configure({ openedOn: '2026-11-28' }))
    .thenRejected('VALIDATION', meiTexts.openedInFuture)
  mei()
    .when(configure({ closedOn: '2024-03-11' }))
    .thenRejected('VALIDATION', meiTexts.closedBeforeOpening)
  mei()
    .when(configure({}, { mustExist: true }))
    .thenRejected('NOT_FOUND')
})

it('is undone step by step, finally to none, and restored', () => {
  const second = { ...profile, hasEmployee: true }
  const [first, changed] = [configured(null, profile), configured(profile, second)]
  mei(first, changed).when({ type: 'Undo', position: 2, entry: changed }).then(configured(second, profile))
  mei(first, changed).when({ type: 'Undo', position: 1, entry: first }).thenRejected('CONFLICT')
  const removed: MeiEvent = { type: 'MeiRemoved', data: { before: profile } }
  mei(first).when({ type: 'Undo', position: 1, entry: first }).then(removed)
  mei(first, removed).when({ type: 'Undo', position: 2, entry: removed }).then(first)
  mei(first, removed).when(configure({})).then(first)
})

it.each<[string, string[], string | null, string, boolean, string[] | null]>([
  ['the new name', ['Aporte', 'Empréstimo'], 'Empréstimo', 'Financiamento', false, ['Aporte', 'Financiamento']],
  ['another spelling', ['emprestimo'], 'Empréstimo', 'Empréstimos', false, ['Empréstimos']],
  ['both names while one has transactions', ['Empréstimo', 'Aporte'], 'Empréstimo', 'Banco', true, ['Empréstimo', 'Banco', 'Aporte']],
  ['one name where it merges', ['Aporte', 'Empréstimo'], 'Empréstimo', 'aporte', false, ['Aporte']],
  ['only a new spelling', ['emprestimo'], 'emprestimo', 'Empréstimo', true, ['Empréstimo']],
  ['nothing else of another category', ['Aporte'], 'Vendas', 'Bolos', false, null],
  ['nothing else of those without a category', ['Aporte'], null, 'Bolos', false, null],
])('after a category is renamed has %s', (_, excludedCategories, from, to, keepsFrom, after) => {
  const before = { ...profile, excludedCategories }
  const renaming = mei(configured(null, before)).when({ type: 'RenameExcluded', from, to, keepsFrom })
  if (after) renaming.then(configured(before, { ...before, excludedCategories: after }))
  else renaming.thenNothing()
  mei().when({ type: 'RenameExcluded', from, to, keepsFrom }).thenNothing()
})

it('keeps at most fifty categories when one is renamed', () => {
  const names = Array.from({ length: 50 }, (_, index) => `Categoria ${index}`)
  const before = { ...profile, excludedCategories: names }
  mei(configured(null, before))
    .when({ type: 'RenameExcluded', from: 'Categoria 0', to: 'Outra', keepsFrom: true })
    .then(configured(before, { ...before, excludedCategories: ['Outra', ...names.slice(1)] }))
})

it('comes with a copy in the place of another one', () => {
  const copied = { ...profile, activities: ['services' as const] }
  mei(configured(null, profile)).when({ type: 'BringMei', details: copied, today }).then(configured(profile, copied))
  mei()
    .when({ type: 'BringMei', details: { ...copied, openedOn: '2027-01-01' }, today })
    .thenRejected('VALIDATION')
})
