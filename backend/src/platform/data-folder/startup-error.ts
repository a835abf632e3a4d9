/** Why the program cannot start on this machine, data folder or database, told to the person at the terminal. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
