import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

const text = readFileSync(join(repository, 'docs', 'security.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, item, what, holds, where]) => ({ item, what, holds, where }))
const places = ['', 'backend/src', 'backend/test', 'frontend/src', 'e2e']
const isThere = (path) => places.some((place) => existsSync(join(repository, place, path)))
const pathsIn = (cell) =>
  [...cell.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|\.?\w[\w-]*\.\w+|\.dockerignore|Dockerfile)`/g)].map(([, path]) => path)

it('has every item of level 1 once, and says whether it holds', () => {
  const level1 = rows.slice(
    0,
    rows.findIndex(({ item }) => item === '6.1.2'),
  )
  expect(level1).toHaveLength(70)
  expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length)
  for (const { holds } of rows) expect(['yes', 'no', 'open', '—']).toContain(holds)
})

it.each(rows.filter(({ holds }) => holds === 'yes'))('$item names a file that exists', ({ where }) => {
  expect(pathsIn(where).length).toBeGreaterThan(where === 'the same' ? -1 : 0)
})

it('names no file that does not exist', () => {
  const named = pathsIn(text).filter((path) => !path.startsWith('sbom/'))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})
