import { build } from '../scripts/build.mjs'
import { RunningApp } from './running-app.js'

/** Builds once, because parallel builds would overwrite each other, and starts the program that the workers share. */
export default async function startSharedApp(): Promise<() => Promise<void>> {
  await build()
  const app = await RunningApp.create()
  app.share()
  return () => app.remove()
}
