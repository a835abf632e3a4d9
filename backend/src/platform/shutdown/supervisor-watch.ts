/** Environment variable in which the supervisor passes its pid to its children. */
export const SUPERVISOR_VARIABLE = 'PRUMO_SUPERVISOR_PID'
const EVERY_MS = 500

/** Calls `onGone` once when the supervisor of this process has ended. Does nothing without a supervisor. */
export function watchSupervisor(onGone: () => void, environment: NodeJS.ProcessEnv = process.env): void {
  const supervisor = Number(environment[SUPERVISOR_VARIABLE])
  if (!supervisor) return
  const timer = setInterval(() => {
    // An orphan gets another parent.
    if (process.ppid === supervisor) return
    clearInterval(timer)
    onGone()
  }, EVERY_MS)
  timer.unref()
}
