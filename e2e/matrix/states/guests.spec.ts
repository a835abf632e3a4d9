import { expect, type Page } from '@playwright/test'
import { answers, neverAnswers, offline, refuses, withUserChanges } from '../network.js'
import { matrix } from '../state.js'

const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const LINK = '/convite#eA'
const owner = { name: 'Marina Duarte de Albuquerque', businessName: 'Doce Lar Confeitaria e Salgados Finos' }
const invitation = answers('**/api/guest/look', { owner, name: 'Ana Ribeiro', until: '2026-12-31' })
const deadLink = answers('**/api/guest/look', { error: 'Link inválido ou expirado. Peça um novo.', code: 'VALIDATION' }, 400)

matrix('Invitation', [
  { name: 'seen', who: 'visitor', path: LINK, network: invitation, reach: heading(/convidou você a ver/) },
  {
    name: 'without an end',
    who: 'visitor',
    path: LINK,
    network: answers('**/api/guest/look', { owner, name: 'Ana Ribeiro', until: null }),
    reach: (page) => expect(page.getByText('Marina encerrar o acesso')).toBeVisible(),
  },
  {
    name: 'entered without a connection',
    who: 'visitor',
    path: LINK,
    network: async (page) => (await invitation(page), offline('**/api/guest/enter')(page)),
    reach: async (page) => (await page.getByRole('button', { name: 'Entrar' }).click(), expect(page.getByRole('alert')).toBeVisible()),
  },
  { name: 'on its way', who: 'visitor', path: LINK, network: neverAnswers('**/api/guest/look'), reach: heading('Convite para ver') },
  {
    name: 'without a connection',
    who: 'visitor',
    path: LINK,
    network: offline('**/api/guest/look'),
    reach: (page) => expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible(),
  },
  {
    name: 'whose link was used',
    who: 'visitor',
    path: LINK,
    network: deadLink,
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'asked for', who: 'visitor', path: '/convite', reach: heading('Pedir um link novo') },
  {
    name: 'asked for, with an error',
    who: 'visitor',
    path: '/convite',
    reach: async (page) => (
      await page.getByRole('button', { name: 'Enviar link' }).click(),
      expect(page.getByText('Por favor, digite seu email')).toBeVisible()
    ),
  },
  {
    name: 'sent',
    who: 'visitor',
    path: '/convite',
    network: answers('**/api/guest/link', {}, 202),
    reach: async (page) => {
      await page.getByLabel('Email').fill('ana@exemplo.com.br')
      await page.getByRole('button', { name: 'Enviar link' }).click()
      await expect(page.getByRole('status')).toContainText('enviamos um link')
    },
  },
])

const grantOf = (number: number, name: string, until: string | null) => ({
  id: `0198c0de-0000-7000-8000-00000000000${number}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@ribeirocontabilidade.exemplo.com.br`,
  until,
  createdAt: '2026-11-20T11:55:00.000Z',
  lastEnteredAt: null,
  entries: 0,
})
const several = answers('**/api/access', {
  grants: [grantOf(1, 'Ana Ribeiro', '2026-12-31'), grantOf(2, 'Paulo Henrique Nunes de Vasconcelos e Silva', null)],
})
const entry = (position: number, type: string, summary: string, changes: object[] = []) => ({
  position,
  at: '2026-11-27T12:02:00.000Z',
  type,
  entity: 'guest',
  entityId: '0198c0de-0000-7000-8000-000000000009',
  source: 'app',
  summary,
  changes,
  transactionType: null,
  undoable: false,
  undoReason: null,
})
const entries = answers('**/api/activity?**', {
  activity: [
    entry(9, 'GuestAccessEnded', 'Você encerrou o acesso de Rita Alves', [{ field: 'name', before: 'Rita Alves', after: null }]),
    entry(8, 'GuestEntered', 'Ana Ribeiro entrou para ver suas contas'),
    entry(7, 'GuestInvited', 'Você convidou Ana Ribeiro', [
      { field: 'email', before: null, after: 'ana@ribeirocontabilidade.exemplo.com.br' },
      { field: 'until', before: null, after: '2026-12-31' },
    ]),
  ],
  nextCursor: null,
})
const withPeople = async (page: Page): Promise<void> => {
  await several(page)
  await entries(page)
}
const ACCESS = '/dashboard/settings?aba=acesso'
const people = (page: Page) => page.getByRole('region', { name: 'Quem pode ver suas contas' })
const invite = async (page: Page): Promise<void> => {
  await people(page).getByRole('button', { name: 'Convidar', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Convidar para ver' })).toBeVisible()
}

matrix('Access', [
  { name: 'of no one', who: 'newcomer', path: ACCESS, reach: (page) => expect(people(page)).toContainText('Ninguém além de você.') },
  {
    name: 'of several people',
    who: 'owner',
    path: ACCESS,
    network: withPeople,
    reach: (page) => expect(page.getByRole('region', { name: 'Entradas' })).toContainText('entrou para ver'),
  },
  { name: 'being given', who: 'owner', path: ACCESS, network: withPeople, reach: invite },
  {
    name: 'being given until another day, with errors',
    who: 'owner',
    path: ACCESS,
    network: withPeople,
    reach: async (page) => {
      await invite(page)
      await page.getByText('Outra data', { exact: true }).click()
      await page.getByRole('button', { name: 'Enviar convite' }).click()
      await expect(page.getByText('Escolha uma data')).toBeVisible()
    },
  },
  {
    name: 'about to end',
    who: 'owner',
    path: ACCESS,
    network: withPeople,
    reach: async (page) => {
      await people(page).getByRole('button', { name: 'Encerrar o acesso de Ana Ribeiro' }).click()
      await expect(page.getByRole('dialog', { name: 'Encerrar o acesso de Ana Ribeiro?' })).toBeVisible()
    },
  },
  {
    name: 'on its way',
    who: 'owner',
    path: ACCESS,
    network: neverAnswers('**/api/access'),
    reach: (page) => expect(people(page).getByText('Carregando os acessos…')).toBeAttached(),
  },
  {
    name: 'that did not come',
    who: 'owner',
    path: ACCESS,
    network: refuses('**/api/access'),
    reach: (page) => expect(page.getByText('Não conseguimos carregar os acessos.')).toBeVisible(),
  },
])

/** The screens of a guest, over the data of the owner. */
const asGuest = (grants: readonly object[]) =>
  withUserChanges({
    name: 'Ana Ribeiro',
    visit: {
      grantId: '0198c0de-0000-7000-8000-000000000001',
      ownerName: 'Marina Duarte',
      until: '2026-12-31',
      endsAt: '2026-11-28T00:02:00.000Z',
      grants,
    },
  })
const one = asGuest([{ id: '0198c0de-0000-7000-8000-000000000001', businessName: 'Doce Lar Confeitaria' }])
const two = asGuest([
  { id: '0198c0de-0000-7000-8000-000000000001', businessName: 'Doce Lar Confeitaria' },
  { id: '0198c0de-0000-7000-8000-000000000002', businessName: 'Oficina Rui, peças e serviços de mecânica' },
])
const closed = answers('**/api/months?**', {
  months: [
    {
      month: '2026-01',
      state: 'closed',
      closedAt: '2026-02-03T13:14:00.000Z',
      position: 1_284,
      totals: { income: 7_047.4, expense: 6_130.2, balance: 917.2, count: 43 },
      changedSinceFirstClosing: false,
    },
  ],
})
const see = (page: Page) => page.getByRole('button', { name: /^Ver Encomenda de cinquenta/ }).first()

matrix('Guest', [
  {
    name: 'at the transactions',
    who: 'owner',
    path: '/dashboard/transactions',
    network: one,
    reach: (page) => expect(see(page)).toBeVisible(),
  },
  {
    name: 'of two businesses',
    who: 'owner',
    path: '/dashboard/transactions',
    network: two,
    reach: (page) => expect(see(page)).toBeVisible(),
  },
  {
    name: 'at one transaction',
    who: 'owner',
    path: '/dashboard/transactions',
    network: one,
    reach: async (page) => (await see(page).click(), expect(page.getByRole('dialog', { name: 'Transação' })).toBeVisible()),
  },
  {
    name: 'at the transactions of an empty account',
    who: 'newcomer',
    path: '/dashboard/transactions',
    network: one,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhuma transação ainda' })).toBeVisible(),
  },
  {
    name: 'at the report',
    who: 'owner',
    path: '/dashboard/reports',
    network: one,
    reach: (page) => expect(page.getByRole('heading', { level: 2, name: 'Quanto' })).toBeVisible(),
  },
  {
    name: 'at an open month',
    who: 'owner',
    path: '/dashboard/reports/fechar?mes=2026-01',
    network: one,
    reach: (page) => expect(page.getByText('Este mês ainda não foi fechado, e pode mudar.')).toBeVisible(),
  },
  {
    name: 'at a closed month',
    who: 'owner',
    path: '/dashboard/reports/fechar?mes=2026-01',
    network: async (page) => (await one(page), closed(page)),
    reach: (page) => expect(page.getByRole('button', { name: 'Baixar o pacote' })).toBeVisible(),
  },
  {
    name: 'at the MEI',
    who: 'confectioner',
    path: '/dashboard/mei',
    network: one,
    reach: (page) => expect(page.getByRole('heading', { level: 2, name: 'DAS' })).toBeVisible(),
  },
  {
    name: 'at the MEI of an account without one',
    who: 'newcomer',
    path: '/dashboard/mei',
    network: one,
    reach: (page) => expect(page.getByRole('heading', { name: 'O MEI ainda não foi configurado' })).toBeVisible(),
  },
])
