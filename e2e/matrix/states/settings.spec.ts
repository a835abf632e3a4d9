import { expect, type Page } from '@playwright/test'
import { answers, withUserChanges, neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const tab = (word: string) => `/dashboard/settings?aba=${word}`
const profile = (page: Page) => page.getByRole('form', { name: 'Seus dados' })
const zone = (page: Page) => page.getByRole('form', { name: 'Apagar todos os dados' })
const counted = (page: Page) => expect(zone(page)).toContainText(/\d+ transações/)

/** Answers the reset without deleting anything, and prevents the redirect after it. */
async function fakeReset(page: Page): Promise<void> {
  await page.route('**/api/data/reset', (route) => route.fulfill({ status: 204 }))
  await page.addInitScript(() => {
    const wait = window.setTimeout
    window.setTimeout = ((run: TimerHandler, ms?: number) => (ms === 6000 ? 0 : wait(run, ms))) as typeof window.setTimeout
  })
}

/** Never answers. A request held by the route would be sent to the server when the page closes. */
async function hangReset(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (...asked) => (asked[0] === '/api/data/reset' ? new Promise<never>(() => undefined) : send(...asked))
  })
}

/** Fails inside the page: the request is repeated for as long as the page lives, and must not reach the server. */
async function failReset(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (...asked) => (asked[0] === '/api/data/reset' ? Promise.resolve(new Response('{}', { status: 503 })) : send(...asked))
  })
}

/** A small copy of an account. */
const copy = {
  exportedAt: '2026-11-20T12:00:00.000Z',
  user: { businessName: 'Doce Lar Confeitaria' },
  transactions: [{ id: 'a', type: 'income', amount: 1234.56, importId: null, importKey: null, recurrenceId: null, nominal: null }],
  goals: [],
  tasks: [],
  imports: [{ id: 'b' }],
  recurrences: [],
  movements: [],
  emergencyFund: null,
  balance: { amount: -12.34 },
  totals: { income: 1234.56, expense: 0, transactions: 1, goals: 0, tasks: 0, fund: 0 },
}

async function chooseCopy(page: Page, content: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(content))
  await page.getByLabel('Cópia do Prumo').setInputFiles({ name: 'prumo-backup-2026-11-20.json', mimeType: 'application/json', buffer })
}

/** A copy that this device sent, and its progress. */
function fakeRestore(how: object): (page: Page) => Promise<void> {
  const restore = { id: '01900000-0000-7000-8000-000000000001', total: 1200, problems: [], ...how }
  return async (page) => {
    await page.addInitScript((id) => localStorage.setItem('prumo:restore', id), restore.id)
    await page.route('**/api/data/restore/**', (route) => route.fulfill({ json: { restore } }))
  }
}

async function wrongPassword(page: Page): Promise<void> {
  const error = 'Senha atual incorreta.'
  await page.route('**/api/auth/account', (route) =>
    route.fulfill({ status: 400, json: { error, code: 'VALIDATION', fields: { password: [error] } } }),
  )
}

async function typeWord(page: Page): Promise<void> {
  await counted(page)
  await zone(page).getByLabel('Digite APAGAR para confirmar').fill('APAGAR')
}

async function reset(page: Page): Promise<void> {
  await typeWord(page)
  await zone(page).getByRole('button', { name: /^Apag/ }).click()
}

async function ask(page: Page) {
  await page.getByRole('button', { name: 'Encerrar a conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encerrar a conta' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function end(page: Page, password: string) {
  const dialog = await ask(page)
  await dialog.getByLabel('Sua senha', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Encerrar a conta' }).click()
  return dialog
}

const keys = (page: Page) => page.getByRole('region', { name: 'Chaves de acesso' })
const oneKey = answers('**/api/auth/passkeys', {
  passkeys: [
    { id: '0198c0de-0000-7000-8000-000000000001', name: 'Celular da Marina', createdAt: '2026-10-12T12:00:00.000Z', lastUsedAt: null },
    {
      id: '0198c0de-0000-7000-8000-000000000002',
      name: 'Notebook da loja, o que fica no balcão ao lado da caixa registradora antiga',
      createdAt: '2025-11-03T12:00:00.000Z',
      lastUsedAt: '2026-11-20T12:00:00.000Z',
    },
  ],
})

const email = (page: Page) => page.getByRole('region', { name: 'Email' })

async function changeEmail(page: Page): Promise<void> {
  await email(page).getByRole('button', { name: 'Trocar email' }).click()
  await expect(page.getByRole('dialog', { name: 'Trocar email' })).toBeVisible()
}

async function typeEmail(page: Page, address: string): Promise<void> {
  await changeEmail(page)
  await page.getByLabel('Novo email').fill(address)
  await page.getByRole('button', { name: 'Enviar link' }).click()
}

async function editKey(page: Page): Promise<void> {
  await keys(page).getByRole('button', { name: 'Editar Celular da Marina' }).click()
  await expect(page.getByRole('dialog', { name: 'Editar chave de acesso' })).toBeVisible()
}

/** Adds two sessions on other devices. */
async function openElsewhere(page: Page): Promise<void> {
  const seen = { createdAt: '2026-10-12T15:00:00.000Z', lastSeenAt: '2026-11-18T12:12:00.000Z', current: false }
  const sessions = [
    { ...seen, id: '0198c0de-0000-7000-8000-000000000001', device: 'Chrome no Android', address: '203.0.113.24', current: true },
    {
      ...seen,
      id: '0198c0de-0000-7000-8000-000000000002',
      device: 'Samsung Internet no Android',
      address: '2001:db8:7:7:aaaa:bbbb:cccc:dddd',
    },
    { ...seen, id: '0198c0de-0000-7000-8000-000000000003', device: 'Aparelho desconhecido', address: null },
  ]
  await page.route('**/api/auth/sessions', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { sessions } }) : route.abort(),
  )
}

async function askToDisconnectAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Desconectar os outros 2' }).click()
  await expect(page.getByRole('dialog', { name: 'Desconectar os outros 2?' })).toBeVisible()
}

/** A browser in which notifications are allowed, denied, or not asked for yet. */
function permission(state: NotificationPermission): (page: Page) => Promise<void> {
  return async (page) =>
    void (await page.addInitScript((answer) => void Object.defineProperty(Notification, 'permission', { get: () => answer }), state))
}

const reminders = {
  email: false,
  push: true,
  hour: 8,
  withAmounts: false,
  devices: [
    {
      id: '0198c0de-0000-7000-8000-000000000001',
      device: 'Firefox no Windows',
      lastDeliveredAt: '2026-11-23T11:00:00.000Z',
      failedAt: null,
    },
    {
      id: '0198c0de-0000-7000-8000-000000000002',
      device: 'Samsung Internet no Android',
      lastDeliveredAt: null,
      failedAt: '2026-11-23T11:05:00.000Z',
    },
  ],
  calendarCreatedAt: null,
}
const twoDevices = answers('**/api/reminders', { reminders })
const block = (page: Page, name: string) => page.getByRole('region', { name })

async function createCalendar(page: Page): Promise<void> {
  await block(page, 'Calendário').getByRole('button', { name: 'Criar o endereço' }).click()
  await expect(page.getByLabel('Endereço do calendário')).toBeVisible()
  await page.getByLabel('Endereço do calendário').scrollIntoViewIfNeeded()
}
const calendarMade = async (page: Page): Promise<void> => {
  await permission('default')(page)
  await answers('**/api/reminders', { reminders: { ...reminders, calendarCreatedAt: '2026-11-23T11:00:00.000Z' } })(page)
}

matrix('Settings', [
  {
    name: 'reminders before the permission',
    who: 'newcomer',
    path: tab('lembretes'),
    network: permission('default'),
    reach: (page) => expect(page.getByRole('button', { name: /^Permitir neste/ })).toBeVisible(),
  },
  {
    name: 'reminders that were denied',
    who: 'newcomer',
    path: tab('lembretes'),
    network: permission('denied'),
    reach: (page) => expect(page.getByText(/^Bloqueado neste/)).toBeVisible(),
  },
  {
    name: 'reminders on an iPhone that has to install the app',
    who: 'newcomer',
    path: tab('lembretes'),
    only: 'phone',
    network: async (page) =>
      void (await page.addInitScript(() => void Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' }))),
    reach: async (page) => {
      await expect(block(page, 'No iPhone')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Permitir/ })).toHaveCount(0)
    },
  },
  {
    name: 'reminders on two devices, and the next message',
    who: 'owner',
    path: tab('lembretes'),
    network: async (page) => (await permission('default')(page), await twoDevices(page)),
    reach: (page) => expect(block(page, 'Aparelhos').getByRole('listitem')).toHaveCount(2),
  },
  {
    name: 'reminders with names and amounts, without a connection to change them',
    who: 'owner',
    path: tab('lembretes'),
    network: async (page) => {
      await permission('granted')(page)
      await page.route('**/api/reminders', async (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ response: await route.fetch(), json: { reminders: { ...reminders, withAmounts: true } } })
          : route.abort(),
      )
    },
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Hora' }).selectOption('20')
      await expect(page.getByText(/^Erro de conexão/)).toBeVisible()
    },
  },
  { name: 'calendar whose address is shown', who: 'owner', path: tab('lembretes'), network: twoDevices, reach: createCalendar },
  {
    name: 'calendar whose address is about to be replaced',
    who: 'owner',
    path: tab('lembretes'),
    network: calendarMade,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Trocar o endereço' }).click()
      await expect(page.getByRole('dialog', { name: 'Trocar o endereço?' })).toBeVisible()
    },
  },
  {
    name: 'reminders on their way',
    who: 'owner',
    path: tab('lembretes'),
    network: neverAnswers('**/api/reminders'),
    reach: (page) => expect(page.getByText('Carregando os lembretes…')).toBeAttached(),
  },
  {
    name: 'reminders that did not arrive',
    who: 'owner',
    path: tab('lembretes'),
    network: refuses('**/api/reminders'),
    reach: (page) => expect(page.getByText('Não conseguimos carregar os lembretes.')).toBeVisible(),
  },
  {
    name: 'reminders without a connection',
    who: 'owner',
    path: tab('lembretes'),
    network: offline('**/api/reminders'),
    reach: (page) => expect(page.getByText('Precisa de internet para ver os lembretes.')).toBeVisible({ timeout: 20_000 }),
  },
  {
    name: 'email to confirm, whose link was sent again',
    who: 'newcomer',
    path: tab('conta'),
    network: async (page) => (
      await withUserChanges({ emailVerified: false })(page),
      await answers('**/api/auth/verify-email', {}, 202)(page)
    ),
    reach: async (page) => (
      await email(page).getByRole('button', { name: 'Reenviar link' }).click(),
      expect(email(page).getByText(/^Link enviado/)).toBeVisible()
    ),
  },
  { name: 'email being changed', who: 'newcomer', path: tab('conta'), reach: changeEmail },
  {
    name: 'email being changed, with an error',
    who: 'newcomer',
    path: tab('conta'),
    reach: async (page) => (await typeEmail(page, 'ana'), expect(page.getByText('Por favor, digite um email válido')).toBeVisible()),
  },
  {
    name: 'email that is not changed without a connection',
    who: 'newcomer',
    path: tab('conta'),
    network: offline('**/api/auth/email'),
    reach: async (page) => (await typeEmail(page, 'ana@exemplo.com.br'), expect(page.getByText(/^Erro de conexão/)).toBeVisible()),
  },
  {
    name: 'email whose link was asked for',
    who: 'newcomer',
    path: tab('conta'),
    network: answers('**/api/auth/email', {}, 202),
    reach: async (page) => (
      await typeEmail(page, 'um-endereco-bem-comprido-da-confeitaria-doce-lar@exemplo.com.br'),
      expect(page.getByText(/^Falta confirmar pelo link que enviamos a/)).toBeVisible()
    ),
  },
  {
    name: 'account with passkeys',
    who: 'newcomer',
    path: tab('conta'),
    network: oneKey,
    reach: (page) => expect(keys(page).getByRole('listitem')).toHaveCount(2),
  },
  {
    name: 'account whose passkeys did not come',
    who: 'newcomer',
    path: tab('conta'),
    network: refuses('**/api/auth/passkeys'),
    reach: (page) => expect(keys(page)).toContainText('Não conseguimos carregar as chaves de acesso.'),
  },
  {
    name: 'account whose passkeys are on their way',
    who: 'newcomer',
    path: tab('conta'),
    network: neverAnswers('**/api/auth/passkeys'),
    reach: (page) => expect(keys(page).getByText('Carregando as chaves de acesso…')).toBeAttached(),
  },
  {
    name: 'account in a browser without passkeys',
    who: 'newcomer',
    path: tab('conta'),
    network: async (page) =>
      void (await page.addInitScript(() => void Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }))),
    reach: (page) => expect(keys(page)).toContainText('Este navegador não cria chaves de acesso.'),
  },
  { name: 'passkey being edited', who: 'newcomer', path: tab('conta'), network: oneKey, reach: editKey },
  {
    name: 'passkey about to be removed',
    who: 'newcomer',
    path: tab('conta'),
    network: oneKey,
    reach: async (page) => {
      await editKey(page)
      await page.getByRole('button', { name: 'Remover chave' }).click()
      await expect(page.getByRole('dialog', { name: 'Remover Celular da Marina?' })).toBeVisible()
    },
  },
  {
    name: 'confirming who it is, with a wrong password',
    who: 'newcomer',
    path: tab('conta'),
    network: oneKey,
    reach: async (page) => {
      await keys(page).getByRole('button', { name: 'Criar chave neste aparelho' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
      await dialog.getByLabel('Sua senha', { exact: true }).fill('errada')
      await dialog.getByRole('button', { name: 'Confirmar' }).click()
      await expect(dialog).toContainText('Senha atual incorreta.')
    },
  },
  {
    name: 'list',
    who: 'owner',
    path: '/dashboard/settings',
    only: 'phone',
    reach: (page) => expect(page.getByText('Versão 1.0.0')).toBeVisible(),
  },
  { name: 'account', who: 'owner', path: tab('conta'), reach: (page) => expect(profile(page)).toBeVisible() },
  {
    name: 'account with what is missing',
    who: 'newcomer',
    path: tab('conta'),
    reach: async (page) => {
      await profile(page).getByLabel('Nome completo').fill('')
      await profile(page).getByRole('button', { name: 'Salvar dados' }).click()
      await page.getByRole('button', { name: 'Trocar senha' }).click()
      await expect(page.getByText('Por favor, confirme sua senha')).toBeVisible()
    },
  },
  {
    name: 'account saved',
    who: 'newcomer',
    path: tab('conta'),
    reach: async (page) => (
      await profile(page).getByRole('button', { name: 'Salvar dados' }).click(),
      expect(page.getByText('Dados salvos com sucesso!')).toBeVisible()
    ),
  },
  {
    name: 'account that could not be saved',
    who: 'newcomer',
    path: tab('conta'),
    network: offline('**/api/auth/profile'),
    reach: async (page) => {
      await profile(page).getByLabel('Nome completo').fill('Rita Prado')
      await profile(page).getByRole('button', { name: 'Salvar dados' }).click()
      await expect(page.getByText(/^Erro de conexão/)).toBeVisible()
    },
  },
  {
    name: 'account open here alone',
    who: 'owner',
    path: tab('conta'),
    reach: (page) => expect(page.getByText('Só aqui.')).toBeVisible(),
  },
  {
    name: 'account open elsewhere',
    who: 'owner',
    path: tab('conta'),
    network: openElsewhere,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Desconectar os outros 2' }).scrollIntoViewIfNeeded()
      await expect(page.getByText('Visto em 18/11/2026, 2001:db8:7:7:aaaa:bbbb:cccc:dddd')).toBeVisible()
    },
  },
  {
    name: 'devices about to be disconnected',
    who: 'owner',
    path: tab('conta'),
    network: openElsewhere,
    reach: askToDisconnectAll,
  },
  {
    name: 'devices that could not be disconnected',
    who: 'owner',
    path: tab('conta'),
    network: openElsewhere,
    reach: async (page) => {
      await askToDisconnectAll(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Desconectar', exact: true }).click()
      await expect(page.getByRole('dialog').getByText(/^Erro de conexão/)).toBeVisible()
    },
  },
  {
    name: 'devices on their way',
    who: 'owner',
    path: tab('conta'),
    network: neverAnswers('**/api/auth/sessions'),
    reach: (page) => expect(page.getByText('Carregando os aparelhos…')).toBeAttached(),
  },
  {
    name: 'devices that did not arrive',
    who: 'owner',
    path: tab('conta'),
    network: async (page) => void (await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 500, json: {} }))),
    reach: (page) => expect(page.getByText('Não conseguimos carregar os aparelhos.')).toBeVisible({ timeout: 20_000 }),
  },
  {
    name: 'account without a connection',
    who: 'owner',
    path: tab('conta'),
    network: offline('**/api/**'),
    reach: (page) => expect(page.getByText('Precisa de internet para ver onde a conta está aberta.')).toBeVisible(),
  },
  {
    name: 'preferences',
    who: 'owner',
    path: tab('preferencias'),
    reach: (page) => expect(page.getByRole('radio', { name: 'Como no sistema' })).toBeVisible(),
  },
  { name: 'data', who: 'owner', path: tab('dados'), reach: counted },
  {
    name: 'data not yet counted',
    who: 'owner',
    path: tab('dados'),
    network: neverAnswers('**/api/transactions/summary'),
    reach: (page) => expect(zone(page)).toContainText('Transações, metas, tarefas e a reserva.'),
  },
  {
    name: 'data of an empty account',
    who: 'newcomer',
    path: tab('dados'),
    reach: (page) => expect(zone(page)).toContainText('A conta está vazia.'),
  },
  {
    name: 'data without a connection',
    who: 'owner',
    path: tab('dados'),
    network: offline('**/api/**'),
    reach: (page) => expect(page.getByText('Precisa de internet para apagar os dados.')).toBeVisible(),
  },
  {
    name: 'copy that could not be made',
    who: 'owner',
    path: tab('dados'),
    network: offline('**/api/data/export'),
    reach: async (page) => (
      await counted(page),
      await page.getByRole('button', { name: 'Exportar backup' }).click(),
      expect(page.getByText(/^Erro de conexão/)).toBeVisible()
    ),
  },
  {
    name: 'file that is no copy',
    who: 'newcomer',
    path: tab('dados'),
    reach: async (page) => (await chooseCopy(page, {}), expect(page.getByText('Este arquivo não é uma cópia do Prumo.')).toBeVisible()),
  },
  {
    name: 'what a copy holds',
    who: 'newcomer',
    path: tab('dados'),
    reach: async (page) => (await chooseCopy(page, copy), expect(page.getByText('Soma das receitas')).toBeVisible()),
  },
  {
    name: 'copy on its way',
    who: 'newcomer',
    path: tab('dados'),
    network: fakeRestore({ state: 'running', done: 500 }),
    reach: (page) => expect(page.getByRole('progressbar', { name: 'Trazendo a cópia' })).toBeVisible(),
  },
  {
    name: 'copy that stopped half way',
    who: 'newcomer',
    path: tab('dados'),
    network: fakeRestore({ state: 'failed', done: 500 }),
    reach: (page) => expect(page.getByText('Parou em 500 de 1.200 registros.')).toBeVisible(),
  },
  {
    name: 'copy of which something did not fit',
    who: 'newcomer',
    path: tab('dados'),
    network: fakeRestore({
      state: 'done',
      done: 1200,
      problems: [
        { at: 'transactions[131]', reason: 'Gás: Esta linha do extrato já voltou por outra importação.' },
        { at: 'balance', reason: 'Saldo do banco: O saldo não pode ser de amanhã.' },
      ],
    }),
    reach: (page) => expect(page.getByText('2 registros ficaram de fora')).toBeVisible(),
  },
  { name: 'reset with its word', who: 'owner', path: tab('dados'), reach: typeWord },
  {
    name: 'reset that asks who it is',
    who: 'owner',
    path: tab('dados'),
    reach: async (page) => (await reset(page), expect(page.getByRole('dialog', { name: 'Confirme que é você' })).toBeVisible()),
  },
  {
    name: 'reset on its way',
    who: 'owner',
    path: tab('dados'),
    network: hangReset,
    reach: async (page) => (await reset(page), expect(page.getByRole('button', { name: 'Apagando…' })).toBeVisible()),
  },
  {
    name: 'reset of an unknown fate',
    who: 'owner',
    path: tab('dados'),
    network: failReset,
    reach: async (page) => (await reset(page), expect(page.getByText('Ainda não sabemos se os dados foram apagados.')).toBeVisible()),
  },
  {
    name: 'reset done',
    who: 'owner',
    path: tab('dados'),
    network: fakeReset,
    reach: async (page) => (await reset(page), expect(page.getByRole('dialog', { name: 'Dados apagados' })).toBeVisible()),
  },
  { name: 'erasure', who: 'owner', path: tab('dados'), reach: ask },
  {
    name: 'erasure with a wrong password',
    who: 'owner',
    path: tab('dados'),
    network: wrongPassword,
    reach: async (page) => expect((await end(page, 'errada')).getByText('Senha atual incorreta.')).toBeVisible(),
  },
  {
    name: 'erasure that did not arrive',
    who: 'owner',
    path: tab('dados'),
    network: offline('**/api/auth/account'),
    reach: async (page) => expect((await end(page, 'qualquer')).getByText(/^Erro de conexão/)).toBeVisible(),
  },
  { name: 'installation', who: 'owner', path: tab('instalacao'), reach: (page) => expect(page.getByRole('tabpanel')).toBeVisible() },
  {
    name: 'installation that the browser offers',
    who: 'owner',
    path: tab('instalacao'),
    reach: async (page) => {
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
      await expect(page.getByRole('button', { name: 'Instalar agora' })).toBeVisible()
    },
  },
  { name: 'support', who: 'owner', path: tab('suporte'), reach: (page) => expect(page.getByText('1.0.0')).toBeVisible() },
  {
    name: 'a part that is on its way',
    who: 'owner',
    path: tab('suporte'),
    network: neverAnswers('**/assets/support-tab-*.js'),
    reach: (page) => expect(page.getByText('Carregando as configurações…')).toBeAttached(),
  },
  {
    name: 'a part that did not arrive',
    who: 'owner',
    path: tab('suporte'),
    network: offline('**/assets/support-tab-*.js'),
    reach: (page) => expect(page.getByText('Não conseguimos carregar o suporte.')).toBeVisible(),
  },
])
