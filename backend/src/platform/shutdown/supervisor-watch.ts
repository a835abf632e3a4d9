/** The supervisor's pid, which it puts into its children's environment. */
export const SUPERVISOR_VARIABLE = 'PRUMO_SUPERVISOR_PID'
const EVERY_MS = 500

/** Calls `gone` once when the supervisor that started this process has ended, however it did. Without a supervisor, never. */
export function watchSupervisor(onGone: () => void, environment: NodeJS.ProcessEnv = process.env): void {
  const supervisor = Number(environment[SUPERVISOR_VARIABLE])
  if (!supervisor) return
  const timer = setInterval(() => {
    // An orphan is handed to another parent.
    if (process.ppid === supervisor) return
    clearInterval(timer)
    onGone()
  }, EVERY_MS)
  timer.unref()
}
