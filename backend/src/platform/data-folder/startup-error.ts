/** The program cannot start on this machine, data folder or database. The message is shown at the terminal. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
