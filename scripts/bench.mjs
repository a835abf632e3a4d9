/** Measures the product against peers in the same run: `npm run bench`. The peers have dependencies of their own, in bench/. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { repository } from './repository.mjs'

bootstrap()
const folder = join(repository, 'bench')
if (!existsSync(join(folder, 'node_modules'))) run('npm', 'ci', '--include=dev', '--no-audit', '--no-fund')
const { buildServer, compile, testPrograms } = await import('./build.mjs')
await buildServer()
await compile(testPrograms)
await compile('bench')
run(process.execPath, join('dist', 'main.js'), ...process.argv.slice(2))

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  if (status !== 0) process.exit(status ?? 1)
}
