/** Type-checks every workspace that has a tsconfig.json, with the fast compiler. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
const compiler = join(repository, 'node_modules', 'typescript-7', 'bin', 'tsc')
// The bench has dependencies of its own, which are not there before its first run.
const bench = existsSync(join(repository, 'bench', 'node_modules')) ? ['bench'] : []
const projects = [...workspaces.filter((workspace) => existsSync(join(repository, workspace, 'tsconfig.json'))), ...bench]
const failed = projects.filter(
  (workspace) => spawnSync(process.execPath, [compiler, '-p', workspace, '--pretty'], { cwd: repository, stdio: 'inherit' }).status !== 0,
)
process.exit(failed.length > 0 ? 1 : 0)
