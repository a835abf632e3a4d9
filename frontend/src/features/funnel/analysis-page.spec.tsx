import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PageNavigateContext } from '../../lib/page-navigate'
import { Component as AnalysisPage } from './analysis-page'

let visited: string[]

function open() {
  visited = []
  return render(
    <PageNavigateContext value={(address) => void visited.push(address)}>
      <AnalysisPage />
    </PageNavigateContext>,
  )
}

const proceed = () => userEvent.click(screen.getByRole('button', { name: /Continuar|Ver Minha Análise/ }))
const asks = (text: string) => waitFor(() => expect(screen.getByRole('heading', { level: 1, name: text })).toHaveFocus())
const stored = () => JSON.parse(localStorage.getItem('prumo:analysis') ?? 'null') as object | null

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '')
})

it('answers seven questions by keyboard, and stores the answers for the result', async () => {
  open()
  expect(screen.getByText('Pergunta 1 de 7')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Pergunta anterior' })).toBeDisabled()
  await userEvent.keyboard('1{Enter}')
  await asks('Quanto entra no seu negócio por mês, em média?')
  await userEvent.keyboard('3{Enter}')
  await asks('E o que sai todo mês, de qualquer jeito?')
  await userEvent.keyboard('2{Enter}')
  await asks('Você tem dinheiro guardado para imprevistos?')
  await userEvent.keyboard('1')
  await userEvent.type(screen.getByLabelText(/Quanto, mais ou menos/), 'uns 2 mil')
  await proceed()
  await asks('O que você mais quer agora?')
  await userEvent.keyboard('{Escape}')
  await asks('Você tem dinheiro guardado para imprevistos?')
  expect(screen.getByLabelText(/Quanto, mais ou menos/)).toHaveValue('uns 2 mil')
  await userEvent.keyboard('2{Enter}')
  await asks('O que você mais quer agora?')
  await userEvent.keyboard('5{Enter}')
  await asks('O que mais atrapalha?')
  await userEvent.keyboard('125{Enter}')
  await asks('O que faria o esforço valer a pena?')
  await userEvent.keyboard('4')
  await proceed()
  expect(visited).toEqual(['/analysis-result'])
  expect(stored()).toEqual({
    businessType: 'service',
    monthlyRevenue: '5000-7500',
    fixedCosts: '1000-2500',
    hasReserve: false,
    reserveAmount: '',
    mainGoal: 'all',
    mainProblems: ['all'],
    motivation: 'clarity',
  })
  expect(sessionStorage.getItem('prumo:analysis-draft')).toBeNull()
})

it('does not proceed by itself, and reports a missing required answer', async () => {
  open()
  await proceed()
  expect(screen.getByRole('alert')).toHaveTextContent('Escolha uma opção para continuar.')
  await userEvent.click(screen.getByRole('radio', { name: 'Tenho um pequeno negócio' }))
  expect(screen.getByText('Pergunta 1 de 7')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('')
})

it('allows income and costs to be skipped, and keeps earlier answers', async () => {
  open()
  await userEvent.keyboard('2{Enter}')
  await asks('Quanto entra no seu negócio por mês, em média?')
  await userEvent.click(screen.getByRole('radio', { name: /Até R\$/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Prefiro não informar agora' }))
  await asks('E o que sai todo mês, de qualquer jeito?')
  await userEvent.click(screen.getByRole('button', { name: 'Prefiro não informar agora' }))
  await asks('Você tem dinheiro guardado para imprevistos?')
  expect(screen.queryByRole('button', { name: 'Prefiro não informar agora' })).not.toBeInTheDocument()
  expect(JSON.parse(sessionStorage.getItem('prumo:analysis-draft') ?? '{}')).toMatchObject({
    step: 4,
    monthlyRevenue: '0-2500',
    fixedCosts: null,
  })
})

it('resumes at the same question after a reload', async () => {
  const first = open()
  await userEvent.keyboard('4{Enter}')
  await asks('Quanto entra no seu negócio por mês, em média?')
  await userEvent.keyboard('5')
  first.unmount()
  open()
  expect(screen.getByText('Pergunta 2 de 7')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: /Mais de R\$/ })).toBeChecked()
})
