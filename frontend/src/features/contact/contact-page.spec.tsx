import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component as ContactPage } from './contact-page'

const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar mensagem' }))

async function fill() {
  await userEvent.type(screen.getByLabelText('Nome'), 'Rita Prado ')
  await userEvent.type(screen.getByLabelText('Email'), 'rita@exemplo.com.br')
  await userEvent.selectOptions(screen.getByLabelText('Assunto'), 'Dúvida')
  await userEvent.type(screen.getByLabelText('Mensagem'), 'Como eu cancelo?')
}

function server(status: number) {
  global.fetch = jest.fn(async () => new Response('OK', { status }))
}

function sentRequest() {
  const [address, request] = jest.mocked(global.fetch).mock.calls[0] ?? []
  return { address, body: JSON.parse(request?.body as string) as object }
}

afterEach(() => document.head.replaceChildren())

it('requires all four fields, in order', async () => {
  server(200)
  render(<ContactPage />)
  const steps: [label: string, typed: string, text: string][] = [
    ['Nome', 'Rita', 'Por favor, digite seu nome'],
    ['Email', 'rita', 'Por favor, digite seu email'],
    ['Email', '@exemplo.com.br', 'Por favor, digite um email válido'],
  ]
  for (const [label, typed, text] of steps) {
    await send()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)
    expect(screen.getByLabelText(label)).toHaveFocus()
    await userEvent.type(screen.getByLabelText(label), typed)
  }
  await send()
  expect(screen.getByLabelText('Assunto')).toHaveAccessibleDescription('Por favor, escolha um assunto')
  expect(screen.getByLabelText('Mensagem')).toHaveAccessibleDescription('Por favor, escreva sua mensagem')
  expect(global.fetch).not.toHaveBeenCalled()
})

it('posts to this server, confirms, and offers to write another', async () => {
  server(200)
  render(<ContactPage />)
  await fill()
  await send()
  expect(await screen.findByRole('heading', { name: 'Mensagem Enviada!' })).toHaveFocus()
  expect(sentRequest()).toEqual({
    address: 'http://localhost/api/v1.0/email/send',
    body: {
      service_id: 'prumo',
      template_id: 'prumo',
      user_id: 'prumo',
      template_params: { from_name: 'Rita Prado', from_email: 'rita@exemplo.com.br', subject: 'duvida', message: 'Como eu cancelo?' },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar outra mensagem' }))
  expect(screen.getByLabelText('Mensagem')).toHaveValue('')
})

it('posts to the configured e-mail provider, with its ids', async () => {
  server(200)
  const meta = document.createElement('meta')
  meta.name = 'contact-url'
  meta.content = 'https://api.exemplo.com/send?service_id=a&template_id=b&user_id=c'
  document.head.append(meta)
  render(<ContactPage />)
  await fill()
  await send()
  await screen.findByText('Mensagem Enviada!')
  expect(sentRequest()).toMatchObject({
    address: 'https://api.exemplo.com/send',
    body: { service_id: 'a', template_id: 'b', user_id: 'c' },
  })
})

it('reports a failure and keeps the text', async () => {
  server(500)
  render(<ContactPage />)
  await fill()
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocorreu um erro ao enviar sua mensagem. Tente novamente mais tarde.')
  expect(screen.getByLabelText('Mensagem')).toHaveValue('Como eu cancelo?')
})
