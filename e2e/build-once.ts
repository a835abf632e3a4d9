import { build } from '../scripts/build.mjs'

/** Before the workers start: each starts a program of its own, and two builds at once would get in each other's way. */
export default async function buildOnce(): Promise<void> {
  await build()
}
