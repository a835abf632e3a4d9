import type { ColumnChoice } from './statement/mapped-table'

/** What a column of an unknown table can be. */
export const columnRoles = ['unused', 'date', 'description', 'amount', 'credit', 'debit'] as const
export type ColumnRole = (typeof columnRoles)[number]

export const roleNames: Readonly<Record<ColumnRole, string>> = {
  unused: 'Não usar',
  date: 'Data',
  description: 'Descrição',
  amount: 'Valor',
  credit: 'Entrou',
  debit: 'Saiu',
}

/** Which column is what; a role that no column has is not there. */
export type ColumnRoles = Readonly<Partial<Record<Exclude<ColumnRole, 'unused'>, string>>>

export function rolesOf(choice: ColumnChoice | null): ColumnRoles {
  if (!choice) return {}
  const { date, description, amount } = choice
  return typeof amount === 'string' ? { date, description, amount } : { date, description, ...amount }
}

export function roleOf(roles: ColumnRoles, column: string): ColumnRole {
  return columnRoles.find((role) => role !== 'unused' && roles[role] === column) ?? 'unused'
}

/** A column becomes something: no other is that any more, and amounts stand in one column or in two. */
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

/** Null while something is missing. */
export function choiceOf({ date, description, amount, credit, debit }: ColumnRoles): ColumnChoice | null {
  if (!date || !description) return null
  if (amount) return { date, description, amount }
  return credit && debit ? { date, description, amount: { credit, debit } } : null
}
