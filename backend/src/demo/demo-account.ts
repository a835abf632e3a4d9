import type { CalendarDate } from '@prumo/shared/calendar'
import { goalDecider } from '../goals/goal.decider.js'
import type { GoalDetails } from '../goals/goal.events.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { demoCommand, type DemoAccount, type DemoCommand } from './demo-command.js'

function transaction(date: CalendarDate, type: 'income' | 'expense', description: string, amount: number, category: string): DemoCommand {
  const details = { description, amount, type, category, date, isScheduled: false }
  return demoCommand(date, description, transactionDecider, { type: 'RecordTransaction', details })
}

function goal(on: CalendarDate, details: GoalDetails): DemoCommand {
  return demoCommand(on, details.title, goalDecider, { type: 'SetGoal', details })
}

const reserve: GoalDetails = {
  title: 'Reserva para seis meses',
  targetAmount: 1_000_000,
  currentAmount: 250_000,
  deadline: '2027-12-31',
  category: 'Reserva de Emergência',
  priority: 'high',
}
const computer: GoalDetails = {
  title: 'Computador novo',
  targetAmount: 450_000,
  currentAmount: 120_000,
  deadline: '2027-06-30',
  category: 'Equipamentos',
  priority: 'medium',
}

/** The small account for demonstrations: five transactions of December 2024, two goals. Amounts in centavos. */
export const demoAccount: DemoAccount = {
  since: '2024-12-01',
  registration: {
    name: 'Usuário Demo',
    email: 'demo@prumo.app',
    password: 'demo123',
    businessName: 'Negócio Demo',
    businessType: 'Serviços',
    monthlyIncome: 500_000,
    mainDifficulties: ['Controle de fluxo de caixa', 'Planejamento financeiro'],
  },
  happenings: [
    transaction('2024-12-02', 'income', 'Consultoria para cliente novo', 180_000, 'Serviços'),
    goal('2024-12-03', reserve),
    transaction('2024-12-05', 'expense', 'Aluguel da sala', 90_000, 'Aluguel'),
    transaction('2024-12-10', 'income', 'Venda de pacote mensal', 245_000, 'Vendas'),
    transaction('2024-12-12', 'expense', 'Anúncios na internet', 32_050, 'Marketing'),
    goal('2024-12-16', computer),
    transaction('2024-12-18', 'expense', 'Material de escritório', 18_790, 'Fornecedores'),
  ],
}
