import type { ColumnChoice } from './statement/column-choice'

/** The role of a column of an unknown table. */
export const columnRoles = [
  'unused',
  'date',
  'description',
  'detail',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'instalment',
] as const
export type ColumnRole = (typeof columnRoles)[number]

export const roleNames: Readonly<Record<ColumnRole, string>> = {
  unused: 'Não usar',
  date: 'Data',
  description: 'Descrição',
  detail: 'Complemento',
  amount: 'Valor',
  credit: 'Entrou',
  debit: 'Saiu',
  direction: 'Crédito ou débito',
  balance: 'Saldo',
  instalment: 'Parcela',
}

/** The column of each role, and how its values are read. Roles without a column are absent. */
export type ColumnRoles = Readonly<Partial<Record<Exclude<ColumnRole, 'unused'>, string>>> & Pick<ColumnChoice, 'card' | 'order' | 'year'>

export function rolesOf(choice: ColumnChoice | null): ColumnRoles {
  if (!choice) return {}
  const { amount, ...others } = choice
  return typeof amount === 'string' ? { ...others, amount } : { ...others, ...amount }
}

export function roleOf(roles: ColumnRoles, column: string): ColumnRole {
  return columnRoles.find((role) => role !== 'unused' && roles[role] === column) ?? 'unused'
}

/** Assigns a role to a column. Another column with the role loses it, as do the roles that exclude it: one amount column or two. */
export function withRole(roles: ColumnRoles, column: string, role: ColumnRole): ColumnRoles {
  const others = Object.entries(roles).filter(
    ([other, name]) =>
      name !== column && other !== role && !(role === 'amount' && isOneOfTwo(other)) && !(isOneOfTwo(role) && other === 'amount'),
  )
  return { ...(Object.fromEntries(others) as ColumnRoles), ...(role !== 'unused' && { [role]: column }) }
}

function isOneOfTwo(role: string): boolean {
  return role === 'credit' || role === 'debit'
}

/** Null while a required role is missing. */
export function choiceOf({ date, description, amount, credit, debit, ...others }: ColumnRoles): ColumnChoice | null {
  if (!date || !description) return null
  if (amount) return { ...others, date, description, amount }
  return credit && debit ? { ...others, date, description, amount: { credit, debit } } : null
}
