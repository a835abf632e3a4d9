import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextField } from '../ui/field/text-field'
import { useForm } from './form'

const texts = { first: 'Falta o primeiro', second: 'Falta o segundo' }

function Sample({ send = () => undefined, refused }: { send?: () => void; refused?: Record<string, string[]> }) {
  const form = useForm(
    { first: '', second: '' },
    { first: (typed) => (typed ? null : texts.first), second: (typed) => (typed ? null : texts.second) },
  )
  const submit = form.submit(() => {
    send()
    form.reject(refused)
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {/* Reversed: checks follow the order of the rules, not of the fields on the page. */}
      <TextField field={form.field('second')} label="Segundo" />
      <TextField field={form.field('first')} label="Primeiro" />
      <button type="submit">Salvar</button>
    </form>
  )
}

const first = () => screen.getByLabelText('Primeiro')
const second = () => screen.getByLabelText('Segundo')

describe('a form', () => {
  it('shows no error while typing, or when a field is left unchanged', async () => {
    render(<Sample />)
    await userEvent.click(first())
    await userEvent.tab()
    expect(screen.queryByText(texts.first)).not.toBeInTheDocument()
  })

  it('checks a changed field on blur, and clears its error with the first keystroke', async () => {
    render(<Sample />)
    await userEvent.type(first(), 'a')
    await userEvent.clear(first())
    expect(screen.queryByText(texts.first)).not.toBeInTheDocument()
    await userEvent.tab()
    expect(first()).toHaveAccessibleDescription(texts.first)
    expect(first()).toBeInvalid()
    await userEvent.type(first(), 'b')
    expect(first()).not.toHaveAccessibleDescription()
    expect(first()).toBeValid()
  })

  it('focuses on submit the first failing field in the order of its rules, and does not send', async () => {
    const send = jest.fn()
    render(<Sample send={send} />)
    await userEvent.click(screen.getByRole('button'))
    expect(first()).toHaveFocus()
    expect(second()).toHaveAccessibleDescription(texts.second)
    expect(send).not.toHaveBeenCalled()
  })

  it('shows the errors of the server at their fields', async () => {
    render(<Sample refused={{ second: ['Já existe'] }} />)
    await userEvent.type(first(), 'a')
    await userEvent.type(second(), 'b')
    await userEvent.click(screen.getByRole('button'))
    expect(second()).toHaveAccessibleDescription('Já existe')
    expect(second()).toHaveFocus()
  })

  it('fills in values that arrive later, where nothing was typed', async () => {
    function Offered() {
      const form = useForm({ first: '', second: '' }, {})
      return (
        <>
          <TextField field={form.field('first')} label="Primeiro" />
          <TextField field={form.field('second')} label="Segundo" />
          <button onClick={() => form.offer({ first: 'dele', second: 'dele' })}>Preencher</button>
        </>
      )
    }
    render(<Offered />)
    await userEvent.type(first(), 'meu')
    await userEvent.click(screen.getByRole('button'))
    expect([first(), second()].map((field) => (field as HTMLInputElement).value)).toEqual(['meu', 'dele'])
  })

  it('sends what a password manager wrote without an event, also after a render', async () => {
    const send = jest.fn()
    function Login() {
      const form = useForm(
        { email: '', password: '' },
        { email: (typed) => (typed ? null : texts.first), password: (typed) => (typed ? null : texts.second) },
      )
      return (
        <form noValidate onSubmit={(event) => void form.submit(send)(event)}>
          <TextField field={form.field('email')} label="Email" />
          <TextField field={form.field('password')} label="Senha" type="password" />
          <button type="submit">Entrar</button>
        </form>
      )
    }
    const { rerender } = render(<Login />)
    const fill = (label: string, value: string) => {
      screen.getByLabelText<HTMLInputElement>(label).value = value
    }
    fill('Email', 'rita@exemplo.com.br')
    fill('Senha', 'segredo')
    rerender(<Login />)
    await userEvent.type(screen.getByLabelText('Senha'), '1')
    await userEvent.click(screen.getByRole('button'))
    expect(send).toHaveBeenCalledWith({ email: 'rita@exemplo.com.br', password: 'segredo1' })
  })

  it('keeps a value that its field formats differently', async () => {
    const send = jest.fn()
    function Dated() {
      const form = useForm({ date: '2026-11-22' }, {})
      const { ref, value } = form.field('date')
      return (
        <form onSubmit={(event) => void form.submit(send)(event)}>
          <input aria-label="Data" ref={ref} value={value.split('-').toReversed().join('/')} readOnly />
          <button type="submit">Salvar</button>
        </form>
      )
    }
    render(<Dated />)
    expect(screen.getByLabelText('Data')).toHaveValue('22/11/2026')
    await userEvent.click(screen.getByRole('button'))
    expect(send).toHaveBeenCalledWith({ date: '2026-11-22' })
  })
})
