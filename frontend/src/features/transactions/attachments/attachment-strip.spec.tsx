import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { closeScreen, openScreen, press, refusals, review } from '../../../app/test-screens'
import { TestApi } from '../../../data/test-api'
import { Component as TransactionsPage } from '../transactions-page'

const PURCHASE = '00000000-0000-4000-8000-000000000001'
const ADDRESS = `/dashboard/transactions?editar=${PURCHASE}`
let api: TestApi

beforeEach(() => {
  api = new TestApi()
  api.change('POST', '/transactions', {
    id: PURCHASE,
    description: 'Embalagens Aurora',
    amount: 18_640,
    type: 'expense',
    category: 'Fornecedores',
    transactionDate: '2026-11-20',
  })
  Object.assign(URL, { createObjectURL: () => 'blob:receipt', revokeObjectURL: () => undefined })
})
afterEach(closeScreen)

const invoice = (name = 'NF-e 4471.xml', content = '<?xml version="1.0"?><nfeProc><b>186,40</b></nfeProc>') =>
  new File([content], name, { type: 'text/xml' })
const strip = () => screen.findByRole('region', { name: 'Comprovantes' })
const choose = async (...files: File[]) => {
  const field = within(await strip()).getByLabelText('Arquivos de comprovante')
  fireEvent.change(field, { target: { files } })
}

it('shows a receipt at once, sends its bytes, and marks its row', async () => {
  await openScreen(api, ADDRESS, TransactionsPage)
  await choose(invoice())
  expect(await screen.findByRole('button', { name: /^Abrir NF-e 4471/ })).toBeVisible()
  await waitFor(() => expect(api.attachments.map(({ name, type }) => [name, type])).toEqual([['NF-e 4471.xml', 'application/xml']]))
  expect(api.attachments[0]?.transactionId).toBe(PURCHASE)
  expect(await screen.findByText('1 comprovante')).toBeInTheDocument()
})

it('keeps what waits for a connection, says where it is, and takes it back', async () => {
  api.fail('POST', /attachments$/, { code: 'UNAVAILABLE' })
  await openScreen(api, ADDRESS, TransactionsPage)
  await choose(invoice())
  const receipts = await strip()
  expect(await within(receipts).findByText('Aguardando envio')).toBeVisible()
  expect(await within(receipts).findByText(/vai sozinho quando a internet voltar/)).toBeVisible()
  press(receipts, 'Tirar o comprovante')
  await waitFor(() => expect(within(receipts).queryByRole('button', { name: /^Abrir/ })).toBeNull())
})

it('shows XML as text, removes it, and brings it back', async () => {
  const { outbox } = await openScreen(api, ADDRESS, TransactionsPage)
  await choose(invoice())
  await waitFor(() => expect(api.attachments).toHaveLength(1))
  fireEvent.click(await screen.findByRole('button', { name: /^Abrir NF-e 4471/ }))
  const viewer = await screen.findByRole('dialog', { name: 'Comprovante de Embalagens Aurora' })
  expect(await within(viewer).findByLabelText('Texto da nota')).toHaveValue('<?xml version="1.0"?><nfeProc><b>186,40</b></nfeProc>')
  press(viewer, 'Excluir o comprovante')
  await waitFor(() => expect(api.attachments).toEqual([]))
  const removal = outbox.queueOf('attachment').find(({ command }) => command.name === 'attachment.remove')
  await act(() => outbox.undo(removal!.command))
  await waitFor(() => expect(api.attachments).toHaveLength(1))
  expect(await screen.findByRole('button', { name: /^Abrir NF-e 4471/ })).toBeVisible()
})

it('saves a receipt under a name that ends as its type does', async () => {
  await openScreen(api, ADDRESS, TransactionsPage)
  await choose(invoice('nota.hta'))
  fireEvent.click(await screen.findByRole('button', { name: /^Abrir nota/ }))
  const viewer = await screen.findByRole('dialog', { name: 'Comprovante de Embalagens Aurora' })
  await within(viewer).findByLabelText('Texto da nota')
  const saved: string[] = []
  const follow = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  press(viewer, 'Baixar o comprovante')
  follow.mockRestore()
  expect(saved).toEqual(['nota.hta.xml'])
})

it.each([
  ['a type that is none', () => [new File(['hello'], 'lista.txt')], 'Envie uma foto (JPEG, PNG ou WebP), um PDF ou o XML da nota.'],
  [
    'a picture that is none',
    () => [new File(['<svg/>'], 'cupom.png', { type: 'image/png' })],
    'Não deu para abrir esta foto. Escolha uma JPEG, PNG ou WebP.',
  ],
  ['a large file', () => [invoice('nota.xml', `<?xml ?>${' '.repeat(5_000_000)}`)], 'O comprovante passa de 5 MB. Envie um arquivo menor.'],
])('refuses %s, and says why', async (_name, files, text) => {
  await openScreen(api, ADDRESS, TransactionsPage)
  await choose(...files())
  expect(await within(await strip()).findByText(text)).toBeVisible()
  expect(api.requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

it('offers a refused receipt for a decision, beside its transaction too', async () => {
  api.fail('POST', /attachments$/, { code: 'CONFLICT' })
  await openScreen(api, ADDRESS, TransactionsPage)
  await choose(invoice())
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  expect(within(await strip()).getByText(/1 comprovante não entrou/)).toBeVisible()
  expect(await review()).toHaveTextContent('Comprovante de Embalagens Aurora')
})

it('filters the expenses without a receipt', async () => {
  await openScreen(api, '/dashboard/transactions?comprovante=sem', TransactionsPage)
  expect(await screen.findByRole('cell', { name: /^Embalagens Aurora/ })).toBeVisible()
  expect(screen.getByLabelText('Comprovante')).toHaveValue('none')
})
