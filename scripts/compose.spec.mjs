import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

const [one, cluster] = ['docker-compose.yml', 'docker-compose.cluster.yml'].map((name) =>
  blocksOf(readFileSync(join(repository, name), 'utf8')),
)
const OWNER = /prumo_owner|POSTGRES_OWNER_PASSWORD|\*operator\b|\*operator-settings|\*cluster-operator/

/** The text of each service and of each top-level block, by name, without comments. */
function blocksOf(text) {
  const blocks = new Map()
  let section = ''
  let name = ''
  for (const line of text.split('\n').filter((each) => !/^\s*#/.test(each))) {
    const [, indent, key] = /^( {2})?([\w-]+):/.exec(line) ?? []
    if (key !== undefined && indent === undefined) section = name = key
    else if (key !== undefined && section === 'services') name = key
    blocks.set(name, `${blocks.get(name) ?? ''}${line}\n`)
  }
  return blocks
}

it('no serving container of compose has the owner’s password', () => {
  const withOwner = (blocks) => [...blocks.keys()].filter((name) => !name.startsWith('x-') && OWNER.test(blocks.get(name)))
  // Postgres and citus.sh create the roles.
  expect(withOwner(one)).toEqual(['migrate', 'ops', 'postgres'])
  expect(withOwner(cluster)).toEqual(['migrate', 'ops', 'citus'])
  for (const shared of [one.get('x-settings'), one.get('x-program'), cluster.get('x-cluster')]) expect(shared).not.toMatch(OWNER)
})

it('the serving containers of compose start once the database is up to date', () => {
  expect(one.get('x-program')).toMatch(/migrate: \{ condition: service_completed_successfully \}/)
  expect(one.get('app')).toMatch(/<<: \*program\n/)
  expect(one.get('app')).not.toMatch(/depends_on/)
  expect(one.get('worker')).toMatch(/app: \{ condition: service_healthy \}/)
  for (const blocks of [one, cluster]) expect(blocks.get('migrate')).toMatch(/ops\.js[", ]+migrate/)
})
