import type { Locator, Page } from '@playwright/test'
import { callApi } from '../ledger.js'
import { newPerson, welcomeDialog } from '../people.js'
import { expect, test } from '../test.js'
import { expectReview, withoutBalance } from './import/statements.js'

const MOST_TAPS = 40

/** Taps as a thumb would, and counts. Every field is touched before it is typed into. */
class CountedTaps {
  readonly names: string[] = []

  constructor(private readonly page: Page) {}

  async tap(name: string, target: Locator): Promise<void> {
    await target.tap()
    this.names.push(name)
  }

  async type(name: string, field: Locator, text: string): Promise<void> {
    await this.tap(name, field)
    await this.typeFocused(field, text)
  }

  /** For a field that the screen has focused by itself. */
  async typeFocused(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused()
    await this.page.keyboard.type(text)
  }

  /** The list of the phone opens at a touch, and a second one chooses. */
  async select(name: string, field: Locator, option: string): Promise<void> {
    await this.tap(name, field)
    await field.selectOption(option)
    this.names.push(`${name}: ${option}`)
  }

  /** One touch opens the files of the phone, a second one chooses. */
  async chooseFile(name: string, button: Locator, file: typeof withoutBalance): Promise<void> {
    const opened = this.page.waitForEvent('filechooser')
    await this.tap(name, button)
    await (await opened).setFiles(file)
    this.names.push(file.name)
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** From the plans to the payment, and to the overview behind the welcome. */
async function registerAndPay(page: Page, taps: CountedTaps): Promise<void> {
  const person = newPerson()
  await taps.tap('Planos: Continuar', button(page, 'Continuar'))
  await taps.type('Nome completo', page.getByLabel('Nome completo'), person.name)
  await taps.type('Email', page.getByLabel('Email'), person.email)
  await taps.type('Senha', page.getByLabel('Senha', { exact: true }), person.password)
  await taps.type('Confirme a senha', page.getByLabel('Confirme a senha', { exact: true }), person.password)
  await taps.type('Nome do negócio', page.getByLabel('Nome do negócio'), person.businessName)
  await taps.select('Tipo do negócio', page.getByLabel('Tipo do negócio'), person.businessType)
  await taps.tap('Criar conta', button(page, 'Criar conta e ir para o pagamento'))
  await taps.type('Número do cartão', page.getByLabel('Número do cartão'), '4242424242424242')
  await taps.tap('Pagar e assinar', button(page, 'Pagar e assinar'))
  await expect(welcomeDialog(page)).toContainText('Pagamento confirmado')
  await taps.tap('Ver o painel', welcomeDialog(page).getByRole('button', { name: 'Ver o painel' }))
}

/** The three steps of the overview: the statement, the balance and a bill that repeats. */
async function putMonthInOrder(page: Page, taps: CountedTaps): Promise<void> {
  const steps = page.getByRole('region', { name: 'Por onde começar' })
  await taps.tap('Escolher extrato', steps.getByRole('link', { name: 'Escolher extrato' }))
  await taps.chooseFile('Escolher arquivo', button(page, 'Escolher arquivo'), withoutBalance)
  await expectReview(page)
  await taps.tap('Importar 2 transações', button(page, 'Importar 2 transações'))
  await expect(page).toHaveURL(/\/dashboard\/transactions$/)

  await taps.tap('Início', page.getByRole('link', { name: 'Início' }))
  await expect(steps).toContainText('As transações do banco já estão aqui.')
  await taps.type('Saldo da conta', steps.getByLabel('Saldo da conta'), '2080,30')
  await taps.tap('Usar este', steps.getByRole('button', { name: 'Usar este' }))

  await taps.tap('Lançar uma conta que se repete', steps.getByRole('link', { name: 'Lançar uma conta que se repete' }))
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(sheet.getByRole('radio', { name: 'Despesa' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'Todo mês' })).toBeChecked()
  await taps.typeFocused(sheet.getByLabel('Valor'), '780')
  await taps.type('Descrição', sheet.getByLabel('Descrição'), 'Aluguel da cozinha')
  await taps.tap('Salvar', sheet.getByRole('button', { name: 'Salvar' }))
  await expect(sheet).toBeHidden()
}

async function expectMonthInOrder(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Início' }).click()
  await expect(page.getByRole('region', { name: 'Na conta hoje' })).toContainText(/R\$\s2\.080,30/)
  // One or two of the bill fall into the next 30 days.
  await expect(page.getByRole('region', { name: 'Na conta hoje' })).toContainText(/Dá para tirar até R\$\s(1\.300|520),30/)
  await expect(page.getByRole('region', { name: 'Por onde começar' })).toHaveCount(0)
  // The screen shows it before the server has it.
  await expect
    .poll(() => callApi(page, 'GET', '/recurrences'))
    .toMatchObject({ recurrences: [{ description: 'Aluguel da cozinha', amount: 780, type: 'expense', every: 'month' }] })
}

function expectFewTaps({ names }: CountedTaps): void {
  test.info().annotations.push({ type: 'taps', description: `${names.length}: ${names.join(' · ')}` })
  expect(names.length, names.join('\n')).toBeLessThanOrEqual(MOST_TAPS)
}

test('from the start page to a first month in order in at most 40 taps', { tag: '@phone' }, async ({ page }) => {
  const taps = new CountedTaps(page)
  await page.goto('/')
  await taps.tap('Escolher 3 meses', page.getByRole('link', { name: 'Escolher 3 meses' }))
  await registerAndPay(page, taps)
  await putMonthInOrder(page, taps)
  await expectMonthInOrder(page)
  expectFewTaps(taps)
})

test('also with the free analysis before', { tag: ['@phone', '@long'] }, async ({ page }) => {
  const taps = new CountedTaps(page)
  await page.goto('/')
  await taps.tap('Fazer minha análise grátis', page.getByRole('link', { name: 'Fazer minha análise grátis' }).first())
  for (const answer of [
    'Presto serviços',
    /R\$\s5.000 a R\$\s7.500/,
    /R\$\s1.000 a R\$\s2.500/,
    'Não',
    'Fazer o negócio crescer',
    'Tudo isso',
    'Dormir tranquilo',
  ]) {
    await taps.tap(String(answer), page.getByText(answer, { exact: typeof answer === 'string' }))
    await taps.tap('Continuar', button(page, /^(Continuar|Ver Minha Análise)$/))
  }
  await taps.tap('Ver como colocar em prática', page.getByRole('link', { name: 'Ver como colocar em prática' }))
  await taps.tap('Instalar: Continuar', page.getByRole('link', { name: 'Continuar' }))
  await taps.tap('Tour: Pular', page.getByRole('link', { name: 'Pular' }))
  await registerAndPay(page, taps)
  await putMonthInOrder(page, taps)
  await expectMonthInOrder(page)
  expectFewTaps(taps)
})
