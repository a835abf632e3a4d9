import { expect, type Locator, type Page } from '@playwright/test'
import { day, formatDate } from '../ledger.js'
import { addProgress } from '../journeys/goals/goals-page.js'
import { ask, target } from '../journeys/emergency-fund/emergency-fund-page.js'
import * as tasks from '../journeys/tasks/tasks-page.js'
import * as ledger from '../ledger.js'
import { openNew } from '../journeys/transactions/transactions-page.js'
import { xmlFile } from '../receipt-files.js'
import { BATCH_CATEGORY, MAIN_WALLET, type ChaosStep } from './plan.js'

/** The screens of an account, by their names in the menu. */
export const screens = [
  'Visão Geral',
  'O que vem pela frente',
  'Transações',
  'Regras',
  'Contas',
  'MEI em dia',
  'Relatório Mensal',
  'Metas',
  'Reserva',
  'Tarefas',
] as const
export type ChaosScreen = (typeof screens)[number]

const headings: Readonly<Record<ChaosScreen, string>> = {
  'Visão Geral': 'Visão Geral',
  'O que vem pela frente': 'O que vem pela frente',
  Transações: 'Transações',
  Regras: 'Regras',
  Contas: 'Contas',
  'MEI em dia': 'MEI em dia',
  'Relatório Mensal': 'Relatório Mensal',
  Metas: 'Metas Financeiras',
  Reserva: 'Reserva de Emergência',
  Tarefas: 'Tarefas e Planejamento',
}

/** `2026-10` */
export function lastMonth(): string {
  return day(-Number(day().slice(8))).slice(0, 7)
}

/** Goes to a screen by the menu or a link, without loading the page again. */
export async function goTo(page: Page, screen: ChaosScreen): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: headings[screen], exact: true })
  if (await heading.count()) return
  if (screen === 'Regras') {
    // Its link shows with the transactions.
    await goTo(page, 'Transações')
  }
  if (screen === 'Relatório Mensal') {
    await goTo(page, 'MEI em dia')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Ver a folha de Relatório/ })
      .first()
      .click()
    await expect(heading).toBeAttached()
    return void (await page.getByLabel('Mês').selectOption(lastMonth()))
  }
  const link = screen === 'O que vem pela frente' ? 'Previsão' : screen
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: link, exact: true }).click()
  await expect(heading).toBeAttached()
  if (screen === 'Tarefas') await tasks.tab(page, 'Lista de Tarefas').click()
}

/** Performs one step as a person does; resolves when the screen confirms it. */
export async function perform(page: Page, step: ChaosStep): Promise<void> {
  // The toast of an earlier step may stay until this one is stored, and would undo the wrong one.
  if (step.do !== 'undo')
    await page.locator('[data-toast]').evaluateAll((toasts) => toasts.forEach((toast) => toast.setAttribute('data-earlier', '')))
  switch (step.do) {
    case 'record': {
      const sheet = await openNew(page)
      if (step.type === 'expense') await sheet.getByText('Despesa', { exact: true }).click()
      await sheet.getByLabel('Valor').fill(typeText(step.amount))
      await sheet.getByLabel('Descrição').fill(step.description)
      await sheet.getByRole('group', { name: 'Conta' }).getByText(MAIN_WALLET, { exact: true }).click()
      return await save(sheet)
    }
    case 'transfer': {
      const sheet = await openNew(page)
      await sheet.getByText('Transferência', { exact: true }).click()
      await sheet.getByLabel('Valor').fill(typeText(step.amount))
      await sheet.getByLabel('Descrição').fill(step.description)
      await sheet.getByLabel('De', { exact: true }).selectOption(MAIN_WALLET)
      await sheet.getByLabel('Para', { exact: true }).selectOption(step.to)
      return await save(sheet)
    }
    case 'open wallet': {
      await goTo(page, 'Contas')
      await page.getByRole('main').getByRole('button', { name: 'Nova conta' }).first().click()
      const sheet = page.getByRole('dialog', { name: 'Nova conta' })
      await sheet.getByLabel('Nome').fill(step.name)
      await sheet.getByRole('button', { name: 'Criar conta' }).click()
      return await expect(sheet).toBeHidden()
    }
    case 'reprice':
    case 'rename': {
      await goTo(page, 'Transações')
      const sheet = await ledger.edit(page, step.of)
      if (step.do === 'rename') await sheet.getByLabel('Descrição').fill(step.to)
      else await sheet.getByLabel('Valor').fill(typeText(step.amount))
      return await save(sheet)
    }
    case 'attach': {
      await goTo(page, 'Transações')
      const sheet = await ledger.edit(page, step.of)
      const receipts = sheet.getByRole('region', { name: 'Comprovantes' })
      const shown = receipts.getByRole('button', { name: /^Abrir/ })
      const before = await shown.count()
      await receipts.getByLabel('Arquivos de comprovante').setInputFiles(xmlFile())
      await expect(shown).toHaveCount(before + 1)
      await page.keyboard.press('Escape')
      return await expect(sheet).toBeHidden()
    }
    case 'confirm': {
      await goTo(page, 'Transações')
      await page
        .getByRole('main')
        .getByRole('button', { name: `Confirmar ${step.of}`, exact: true })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: step.isReceived ? /^Sim, (Recebido|Paga)$/ : /^Não (Recebido|Paga)$/ }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'delete transaction':
      await goTo(page, 'Transações')
      return await confirmDialog(await ledger.askToDelete(page, step.of))
    case 'categorise several': {
      const bar = await tick(page, step.all)
      await bar.getByRole('button', { name: 'Categoria' }).click()
      const dialog = page.getByRole('dialog', { name: /^Categoria d/ })
      await dialog.getByRole('button', { name: BATCH_CATEGORY, exact: true }).click()
      return await expect(bar).toBeHidden()
    }
    case 'delete several': {
      const bar = await tick(page, step.all)
      await bar.getByRole('button', { name: 'Excluir' }).click()
      await page
        .getByRole('dialog', { name: /^Excluir a/ })
        .getByRole('button', { name: /^Excluir/ })
        .click()
      return await expect(bar).toBeHidden()
    }
    case 'add rule': {
      await goTo(page, 'Regras')
      await page.getByRole('main').getByRole('button', { name: 'Nova regra' }).click()
      const dialog = page.getByRole('dialog', { name: 'Sempre assim' })
      await dialog.getByLabel('Sempre que a descrição contiver').fill(step.text)
      await dialog.getByLabel('usar', { exact: true }).fill(step.category)
      await dialog.getByRole('button', { name: 'Criar regra' }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'recategorise rule': {
      const dialog = await editRule(page, step.of)
      await dialog.getByLabel('usar', { exact: true }).fill(step.category)
      await dialog.getByRole('button', { name: 'Salvar', exact: true }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'delete rule': {
      const dialog = await editRule(page, step.of)
      await dialog.getByRole('button', { name: 'Excluir a regra' }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'mark invoice': {
      await goTo(page, 'Transações')
      const sheet = await ledger.edit(page, step.of)
      await sheet.getByText('Para o MEI').click()
      await sheet.getByText('Com nota fiscal').click()
      return await save(sheet)
    }
    case 'configure MEI': {
      await goTo(page, 'MEI em dia')
      await page.getByRole('button', { name: 'Mudar o que conta' }).click()
      const sheet = page.getByRole('dialog', { name: 'Dados do MEI' })
      await sheet
        .getByRole('group', { name: 'Tem empregado' })
        .getByText(step.hasEmployee ? 'Sim' : 'Não', { exact: true })
        .click()
      return await save(sheet)
    }
    case 'deliver report': {
      await goTo(page, 'Relatório Mensal')
      const button = page.getByRole('button', { name: 'Salvar como feito' })
      await button.click()
      return await expect(button).toBeDisabled()
    }
    case 'set goal':
      await goTo(page, 'Metas')
      await page.getByRole('button', { name: 'Nova meta', exact: true }).click()
      return await saveGoal(page.getByRole('form', { name: 'Nova meta' }), async (form) => {
        await form.getByLabel('Título').fill(step.title)
        await form.getByLabel('Valor da meta').fill(typeText(step.target))
        await form.getByLabel('Prazo').fill(formatDate(day(60)))
        await form.getByLabel('Categoria').selectOption('Equipamentos')
      })
    case 'retarget':
      await goTo(page, 'Metas')
      await page.getByRole('button', { name: `Editar ${step.of}`, exact: true }).click()
      return await saveGoal(page.getByRole('main').getByRole('form'), (form) =>
        form.getByLabel('Valor da meta').fill(typeText(step.target)),
      )
    case 'progress': {
      await goTo(page, 'Metas')
      const dialog = await addProgress(page, step.of)
      await dialog.getByLabel('Valor').fill(typeText(step.amount))
      await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'delete goal':
      await goTo(page, 'Metas')
      await page.getByRole('button', { name: `Excluir ${step.of}`, exact: true }).click()
      return await confirmDialog(page.getByRole('dialog', { name: new RegExp(`^Excluir ${step.of}`) }))
    case 'add task': {
      await goTo(page, 'Tarefas')
      await page.getByRole('button', { name: 'Nova tarefa' }).click()
      const sheet = page.getByRole('dialog', { name: 'Novo item' })
      await sheet.getByLabel('Título').fill(step.title)
      await sheet.getByLabel('Custo estimado').fill(typeText(step.cost))
      return await save(sheet)
    }
    case 'retitle': {
      await goTo(page, 'Tarefas')
      const sheet = await tasks.edit(page, step.of)
      await sheet.getByLabel('Título').fill(step.to)
      return await save(sheet)
    }
    case 'turn task': {
      await goTo(page, 'Tarefas')
      const box = tasks.box(page, step.of)
      const was = await box.isChecked()
      await box.click()
      return await expect(box).toBeChecked({ checked: !was })
    }
    case 'delete task':
      await goTo(page, 'Tarefas')
      return await confirmDialog(await tasks.askToDelete(page, step.of))
    case 'configure fund':
      await goTo(page, 'Reserva')
      await target(page)
        .getByText(step.months === 3 ? '3 (recomendado)' : `${step.months}`, { exact: true })
        .click()
      await target(page).getByRole('button', { name: 'Salvar meta' }).click()
      return await expect(ledger.statusMessage(page, 'Meta da reserva salva')).toBeVisible()
    case 'deposit':
    case 'withdraw': {
      await goTo(page, 'Reserva')
      const button = step.do === 'deposit' ? 'Adicionar' : 'Retirar'
      const dialog = await ask(page, button)
      await dialog.getByLabel('Valor').fill(typeText(step.amount))
      await dialog.getByRole('button', { name: button, exact: true }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'state balance': {
      await goTo(page, 'O que vem pela frente')
      await page.getByRole('button', { name: 'Corrigir o saldo' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Saldo d[ae] /).fill(typeText(step.amount))
      await dialog.getByRole('button', { name: 'Usar este' }).click()
      return await expect(dialog).toBeHidden()
    }
    case 'undo': {
      const undo = page.locator('[data-toast]:not([data-earlier])').getByRole('button', { name: 'Desfazer' })
      await undo.click()
      return await expect(undo).toBeHidden()
    }
  }
}

/** Ticks transactions. @returns the bar of what can be done with them */
async function tick(page: Page, descriptions: readonly string[]): Promise<Locator> {
  await goTo(page, 'Transações')
  for (const description of descriptions) await page.getByRole('checkbox', { name: `Marcar ${description}`, exact: true }).check()
  return page.getByRole('region', { name: 'Marcadas' })
}

async function editRule(page: Page, text: string): Promise<Locator> {
  await goTo(page, 'Regras')
  await page.getByRole('button', { name: `Editar a regra “${text}”`, exact: true }).click()
  return page.getByRole('dialog', { name: 'Editar a regra' })
}

/** `1234,5` as a person types it. */
function typeText(amount: number): string {
  return String(amount).replace('.', ',')
}

async function save(sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(sheet).toBeHidden()
}

async function saveGoal(form: Locator, fill: (form: Locator) => Promise<unknown>): Promise<void> {
  await fill(form)
  await form.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(form).toBeHidden()
}

async function confirmDialog(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(dialog).toBeHidden()
}
