import { Command } from 'commander'
import { exitCodes, type RegisterCommand, type Workbench } from '@prumo/backend/operator/operator'

/** @returns the lines that a command of ops prints, and its exit code */
export async function runOps(
  commands: readonly RegisterCommand[],
  workbench: Partial<Workbench>,
  ...words: string[]
): Promise<{ printed: string[]; code: unknown }> {
  const printed: string[] = []
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(...String(text).trimEnd().split('\n')) > 0)
  const before = process.exitCode
  process.exitCode = exitCodes.ok
  try {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
    const settings = { databaseReplicaUrl: null } as Workbench['settings']
    for (const register of commands) register(program, async () => ({ settings, ...workbench }) as Workbench)
    for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined })
    await program.parseAsync(words, { from: 'user' })
    return { printed, code: process.exitCode }
  } finally {
    process.exitCode = before
    write.mockRestore()
  }
}
