import type { FieldBinding } from '../../lib/form'
import { ChoiceChips } from './choice-chips'
import { priorities, priorityNames, type Priority } from '../priority'
import { PriorityBars } from '../priority-bars'

const names = priorities.map((priority) => priorityNames[priority])
const icons = Object.fromEntries(
  priorities.map((priority) => [priorityNames[priority], <PriorityBars key={priority} priority={priority} />]),
)

/** Chooses one of three priorities. */
export function PriorityField({ field }: { field: FieldBinding<Priority> }) {
  return (
    <ChoiceChips
      legend="Prioridade"
      name={field.name}
      choose="one"
      options={names}
      chosen={[priorityNames[field.value]]}
      onChange={([name]) => field.onChange(priorities.find((priority) => priorityNames[priority] === name) ?? field.value)}
      icons={icons}
    />
  )
}
