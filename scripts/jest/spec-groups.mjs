/**
 * Groups of spec files that share a module graph. Jest loads the whole program again for each file, which costs an
 * integration test three seconds of processor time before its first line; a group requires many files and pays that once.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Measured seconds of the files that take longer than most, beside two other groups on two cores. */
const measured = JSON.parse(readFileSync(new URL('spec-seconds.json', import.meta.url), 'utf8'))
/** Estimates the seconds of all others. */
const BYTES_A_SECOND = 5_000

/**
 * Replaces the contents of `into` by `count` spec files that together run every file below `folders` of `root` whose path
 * `accepts` allows. Files are distributed by their seconds, so that groups take equally long.
 */
export function writeSpecGroups({ root, folders, accepts, into, count }) {
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)))
    .filter(accepts)
    .map((path) => ({ path, seconds: measured[relative(root, path)] ?? statSync(path).size / BYTES_A_SECOND }))
    .sort((one, other) => other.seconds - one.seconds || one.path.localeCompare(other.path))
  const groups = Array.from({ length: count }, () => ({ seconds: 0, paths: [] }))
  for (const { path, seconds } of files) {
    const shortest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least))
    shortest.seconds += seconds
    shortest.paths.push(path)
  }
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  groups.forEach(({ paths }, index) => writeFileSync(join(into, `group-${index + 1}.spec.ts`), groupText(root, paths)))
}

/** Mocks and environment variables of one file must not affect the next. */
const isolation = `afterAll(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
  })`

function groupText(root, paths) {
  const blocks = paths.map(
    (path) => `describe(${JSON.stringify(relative(root, path))}, () => {\n  require(${JSON.stringify(path)})\n  ${isolation}\n})\n`,
  )
  return ['const environment = { ...process.env }\n', ...blocks].join('\n')
}
