import { addDays, addMonths, type CalendarDate } from '@prumo/shared/calendar'
import type { GoalCategory, GoalPriority } from '@prumo/shared/goal-rules'
import type { TaskPriority, TaskType } from '@prumo/shared/task-rules'
import { emergencyFundDecider, type EmergencyFundCommand } from '../emergency-fund/emergency-fund.decider.js'
import { goalDecider } from '../goals/goal.decider.js'
import { taskDecider } from '../tasks/task.decider.js'
import { ofTheAccount, demoCommand, type DemoCommand } from './demo-command.js'

/** A date by month and day of the account; its first month is 0, the last whole month 12. */
type DayOf = (month: number, day: number) => CalendarDate

/** A goal and its progress: month, day, amount in centavos. */
interface ExampleGoal {
  title: string
  targetAmount: number
  deadline: CalendarDate
  category: GoalCategory
  priority: GoalPriority
  since: [month: number, day: number]
  progress: [month: number, day: number, amount: number][]
}

function exampleGoalHappenings({ since: [month, day], progress, ...goal }: ExampleGoal, on: DayOf): DemoCommand[] {
  const set = demoCommand(on(month, day), goal.title, goalDecider, { type: 'SetGoal', details: { ...goal, currentAmount: 0 } })
  return [
    set,
    ...progress.map((step) => demoCommand(on(step[0], step[1]), goal.title, goalDecider, { type: 'ProgressGoal', amount: step[2] })),
  ]
}

/** One goal is completed, one overdue, the others in progress. */
function goals(today: CalendarDate, on: DayOf): DemoCommand[] {
  const savings: ExampleGoal[] = [
    {
      title: 'Batedeira planetária',
      targetAmount: 219_000,
      deadline: on(9, 20),
      category: 'Equipamentos',
      priority: 'high',
      since: [2, 6],
      progress: [
        [3, 27, 40_000],
        [4, 27, 34_000],
        [5, 28, 47_000],
        [6, 27, 28_000],
        [7, 27, 42_000],
        [8, 26, 28_000],
      ],
    },
    {
      title: 'Curso de confeitaria francesa',
      targetAmount: 96_000,
      deadline: addDays(today, -19),
      category: 'Capacitação',
      priority: 'medium',
      since: [6, 11],
      progress: [
        [8, 14, 24_000],
        [10, 16, 18_000],
        [11, 18, 24_000],
      ],
    },
    {
      title: 'Forno de lastro',
      targetAmount: 450_000,
      deadline: addMonths(today, 5),
      category: 'Equipamentos',
      priority: 'high',
      since: [5, 3],
      progress: [
        [6, 28, 45_000],
        [8, 28, 50_000],
        [10, 27, 65_000],
        [11, 27, 45_000],
        [12, 26, 55_000],
      ],
    },
    {
      title: 'Fotos novas do cardápio',
      targetAmount: 36_000,
      deadline: addDays(today, 16),
      category: 'Marketing',
      priority: 'medium',
      since: [10, 9],
      progress: [
        [11, 10, 12_000],
        [12, 9, 15_000],
      ],
    },
    {
      title: 'Barraca na feira',
      targetAmount: 280_000,
      deadline: addMonths(today, 15),
      category: 'Expansão do Negócio',
      priority: 'low',
      since: [9, 2],
      progress: [
        [11, 5, 24_000],
        [12, 5, 27_000],
      ],
    },
  ]
  return savings.flatMap((each) => exampleGoalHappenings(each, on))
}

interface ExampleTask {
  title: string
  type: TaskType
  priority: TaskPriority
  /** Centavos. */
  cost: number
  on: CalendarDate
  due: CalendarDate
  done?: CalendarDate
}

function exampleTaskHappenings({ title, type, priority, cost, on, due, done }: ExampleTask): DemoCommand[] {
  const details = { title, type, priority, estimatedCost: cost, estimatedDate: due }
  const added = demoCommand(on, title, taskDecider, { type: 'AddTask', details, today: on })
  return done === undefined ? [added] : [added, demoCommand(done, title, taskDecider, { type: 'ToggleTask' })]
}

function tasks(today: CalendarDate, on: DayOf): DemoCommand[] {
  const ahead = (days: number) => addDays(today, days)
  const plans: ExampleTask[] = [
    {
      title: 'Receber encomendas pelo site',
      type: 'objective',
      priority: 'high',
      cost: 60_000,
      on: on(4, 12),
      due: on(7, 15),
      done: on(7, 13),
    },
    { title: 'Vender para duas escolas do bairro', type: 'objective', priority: 'high', cost: 0, on: on(10, 4), due: ahead(24) },
    { title: 'Lançar uma linha sem açúcar', type: 'objective', priority: 'medium', cost: 32_000, on: on(11, 8), due: ahead(48) },
    { title: 'Oficina de confeitaria duas vezes por mês', type: 'objective', priority: 'low', cost: 14_000, on: on(12, 3), due: ahead(75) },
    {
      title: 'Embalagem amassa na entrega',
      type: 'problem',
      priority: 'medium',
      cost: 9_000,
      on: on(6, 9),
      due: on(7, 1),
      done: on(6, 24),
    },
    { title: 'Falta troco no caixa aos sábados', type: 'problem', priority: 'low', cost: 0, on: on(8, 6), due: on(8, 20), done: on(8, 19) },
    { title: 'Forno demora para aquecer', type: 'problem', priority: 'high', cost: 26_000, on: on(12, 20), due: ahead(4) },
    { title: 'Fornecedor de morango atrasa', type: 'problem', priority: 'medium', cost: 0, on: on(12, 11), due: ahead(13) },
    { title: 'Enviar as notas ao contador', type: 'task', priority: 'high', cost: 0, on: on(12, 1), due: on(12, 8), done: on(12, 7) },
    { title: 'Trocar o cartaz do balcão', type: 'task', priority: 'low', cost: 6_000, on: on(11, 20), due: on(12, 5), done: on(12, 4) },
    { title: 'Renovar o alvará sanitário', type: 'task', priority: 'high', cost: 0, on: on(12, 15), due: ahead(18) },
    { title: 'Ligar para a Clínica Bem Viver', type: 'task', priority: 'medium', cost: 0, on: on(12, 24), due: ahead(1) },
    { title: 'Conferir o estoque de chocolate', type: 'task', priority: 'medium', cost: 0, on: on(12, 25), due: ahead(2) },
    { title: 'Fotografar os bolos novos', type: 'task', priority: 'low', cost: 0, on: on(12, 26), due: ahead(9) },
  ]
  return plans.flatMap(exampleTaskHappenings)
}

/** Deposits into the fund at the end of each whole month, in centavos; small in difficult months. */
const deposits = [24_000, 32_000, 56_000, 24_000, 28_000, 36_000, 24_000, 44_000, 48_000, 12_000, 40_000, 44_000, 52_000]
const reasons = ['Sobra do mês', 'Semana boa no balcão', null, 'Oficina de confeitaria']

function fund(on: DayOf): DemoCommand[] {
  const move = (date: CalendarDate, command: EmergencyFundCommand) => demoCommand(date, ofTheAccount, emergencyFundDecider, command)
  const initial = { targetMonths: 1, monthlyExpenseAverage: 400_000, currentAmount: 60_000 } as const
  return [
    move(on(0, 8), { type: 'ConfigureFund', settings: initial }),
    ...deposits.map((amount, month) =>
      move(on(month, 25), { type: 'DepositToFund', amount, description: reasons[month % reasons.length] ?? null }),
    ),
    move(on(4, 2), { type: 'ConfigureFund', settings: { targetMonths: 3 } }),
    move(on(6, 14), { type: 'WithdrawFromFund', amount: 38_000, description: 'Conserto do freezer' }),
    move(on(9, 17), { type: 'WithdrawFromFund', amount: 72_000, description: 'Parte da batedeira' }),
    // Interest of the savings account, entered as its balance.
    move(on(11, 28), { type: 'ConfigureFund', settings: { currentAmount: 372_000 } }),
  ]
}

/** The goals, tasks and fund of the example account; unordered. */
export function examplePlans(since: CalendarDate, today: CalendarDate): DemoCommand[] {
  const on: DayOf = (month, day) => addDays(addMonths(since, month), day - 1)
  return [...goals(today, on), ...tasks(today, on), ...fund(on)]
}
