/** Why the program cannot start on this machine or data folder, told to the person at the terminal. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
