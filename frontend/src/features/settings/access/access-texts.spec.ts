import type { ActivityEntry } from '@prumo/shared/activity'
import { entryDetail, formerGuests, initialsOf, termText, yearEnd, yearLater } from './access-texts'

const entry = (type: string, name: string, changes: Partial<ActivityEntry> = {}): ActivityEntry => ({
  position: 1,
  at: '2026-08-12T12:00:00.000Z',
  type,
  entity: 'guest',
  entityId: `id of ${name}`,
  source: 'app',
  summary: '',
  changes: [{ field: 'name', before: name, after: null }],
  transactionType: null,
  undoable: false,
  undoReason: null,
  ...changes,
})

it('takes the initials of the first and the last name', () => {
  expect([initialsOf('Ana Maria Ribeiro'), initialsOf('ana'), initialsOf('')]).toEqual(['AR', 'A', ''])
})

it('says until when an access lasts', () => {
  expect([termText('2026-12-31'), termText(null)]).toEqual(['Até 31/12/2026', 'Até você encerrar'])
})

it('offers the end of the year, and in December that of the next one', () => {
  expect([yearEnd('2026-11-27'), yearEnd('2026-12-01')]).toEqual(['2026-12-31', '2027-12-31'])
  expect([yearLater('2026-11-27'), yearLater('2028-02-29')]).toEqual(['2027-11-27', '2029-02-28'])
})

it('lists people whose access has ended once, without those who have it again', () => {
  const entries = [
    entry('GuestAccessEnded', 'Paulo Nunes'),
    entry('GuestEntered', 'Rita Alves', { changes: [] }),
    entry('GuestAccessExpired', 'Paulo Nunes'),
    entry('GuestAccessExpired', 'Ana Ribeiro'),
  ]
  expect(formerGuests(entries, ['Ana Ribeiro'])).toEqual([{ grantId: 'id of Paulo Nunes', name: 'Paulo Nunes', endedOn: '2026-08-12' }])
})

it('says whom an invitation went to, and until when', () => {
  const changes = [
    { field: 'email', before: null, after: 'ana@exemplo.com' },
    { field: 'until', before: null, after: '2026-12-31' },
  ]
  expect(entryDetail(entry('GuestInvited', 'Ana', { changes }))).toBe('ana@exemplo.com, até 31/12/2026')
  expect(entryDetail(entry('GuestInvited', 'Ana', { changes: changes.slice(0, 1) }))).toBe('ana@exemplo.com')
  expect(entryDetail(entry('GuestEntered', 'Ana'))).toBeNull()
})
