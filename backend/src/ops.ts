import { Command } from 'commander'
import { accessesCommand } from './operator/accesses.command.js'
import { accountCommand } from './operator/account.command.js'
import { diffCommand } from './operator/diff.command.js'
import { distributeCommand } from './operator/distribute.command.js'
import { erasuresCommand } from './operator/erasures.command.js'
import { eventsCommand } from './operator/events.command.js'
import { exportCommand } from './operator/export.command.js'
import { jobsCommand } from './operator/jobs.command.js'
import { exitCodes, type OpenWorkbench, type Workbench } from './operator/operator.js'
import { logCommand } from './operator/log.command.js'
import { migrateCommand } from './operator/migrate.command.js'
import { outboxCommand } from './operator/outbox.command.js'
import { rebuildCommand } from './operator/rebuild.command.js'
import { replayCommand } from './operator/replay.command.js'
import { restoredCommand } from './operator/restored.command.js'
import { rotateMasterKeyCommand } from './operator/rotate-master-key.command.js'
import { seedCommand } from './operator/seed.command.js'
import { subscriptionsCommand } from './operator/subscriptions.command.js'
import { verifyCommand } from './operator/verify.command.js'
import { loadSettings } from './platform/config/settings.js'
import { prepareDatabase } from './composition/prepare-database.js'

let workbench: Workbench | undefined
const open: OpenWorkbench = async (as) => {
  const settings = loadSettings()
  return (workbench = { settings, ...(await prepareDatabase(settings, { as, patient: true })) })
}

// A reader such as `head` that has seen enough ends the command without a complaint.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.unanswered))

const program = new Command('ops').description(
  "Prumo's operator tool. Exit codes: 0 all is well, 1 something is wrong with the data, 2 the call was not answered.",
)
// Wrong words on the command line are the caller's mistake, whichever command they were meant for.
program.exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.ok : exitCodes.unanswered))
const commands = [
  migrateCommand,
  restoredCommand,
  eventsCommand,
  verifyCommand,
  replayCommand,
  diffCommand,
  rebuildCommand,
  distributeCommand,
  exportCommand,
  outboxCommand,
  jobsCommand,
  rotateMasterKeyCommand,
  subscriptionsCommand,
  accountCommand,
  accessesCommand,
  logCommand,
  erasuresCommand,
  seedCommand,
]
for (const register of commands) register(program, open)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  // Of what is wrong with the data a command speaks itself; whatever ends one leaves the question open.
  process.exitCode = exitCodes.unanswered
} finally {
  await workbench?.database.close().catch(() => undefined)
}
