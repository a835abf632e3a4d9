import type { Command, Entity, Item, Standing } from './command'
import { effectOf, kindOf } from './registry'

/**
 * What a command does to other entities than its own, as items of the line: they are shown like any other, and stored and
 * sent with it alone. The same objects for as long as it stands as it does, so that nothing is drawn anew.
 */
export function partsOf(item: Item): readonly Item[] {
  const commands = commandsOf(item.command)
  if (commands.length === 0) return NONE
  const { standing } = item
  if (standing.is !== 'done') return commands.map((command) => ({ ...item, command, standing }))
  const ends = endsOf(standing, commands)
  return commands.map((command, index) => ({ ...item, command, standing: ends[index] as Standing }))
}

const NONE: readonly Item[] = []
const made = new WeakMap<Command, readonly Command[]>()
const ended = new WeakMap<Standing, readonly Standing[]>()

function commandsOf(command: Command): readonly Command[] {
  const known = made.get(command)
  if (known) return known
  const { account, id, key, at } = command
  const parts = kindOf(command)?.parts?.(command) ?? []
  const commands = parts.map((part): Command => ({ ...part, account, id: `${id}/${part.entityId}`, key, at }))
  made.set(command, commands)
  return commands
}

/** What each came to: the server answers with the command's own entity alone, and its parts are what was said of them. */
function endsOf(standing: Standing & { is: 'done' }, commands: readonly Command[]): readonly Standing[] {
  const known = ended.get(standing)
  if (known) return known
  const ends = commands.map((command): Standing => ({ ...standing, before: command.on, after: afterOf(command) }))
  ended.set(standing, ends)
  return ends
}

function afterOf(command: Command): Entity | null {
  return effectOf(command.on, command)
}
