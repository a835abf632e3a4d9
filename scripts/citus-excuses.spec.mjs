import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { repository } from './repository.mjs'

const backend = join(repository, 'backend')
const excuses = JSON.parse(readFileSync(join(backend, 'test', 'cluster', 'not-on-citus.json'), 'utf8'))

/** Patterns of the full titles of the tests in a node. What a title takes from a value, as `%s` does, may be any text. */
function titlesIn(node, before = '') {
  if (ts.isCallExpression(node)) {
    const [, role] = /^(describe|it|test)(\.each\b.*)?$/s.exec(node.expression.getText()) ?? []
    const [title, body] = node.arguments
    if (role && body) {
      const own = before + patternOf(title)
      return role === 'describe' ? titlesIn(body, `${own} `) : [own]
    }
  }
  const titles = []
  ts.forEachChild(node, (child) => void titles.push(...titlesIn(child, before)))
  return titles
}

function patternOf(title) {
  if (ts.isTemplateExpression(title)) return [title.head, ...title.templateSpans.map(({ literal }) => literal)].map(patternOf).join('.*')
  if (title.text === undefined || ts.isIdentifier(title)) return '.*'
  return title.text
    .split(/%[a-z]|\$[\w.]+/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}

/** The titles in a spec of the backend; none if it does not exist. */
function titlesOf(path) {
  const file = ['src', 'test'].map((folder) => join(backend, folder, path)).find(existsSync)
  return file ? titlesIn(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)) : []
}

it('names tests that exist in the list of what fails on Citus', () => {
  const names = excuses.flatMap(({ tests }) => tests)
  const paths = [...new Set(names.map((name) => name.slice(0, name.indexOf(': '))))]
  const existing = paths.flatMap((path) => titlesOf(path).map((title) => new RegExp(`^${path}: ${title}$`)))
  expect(names.filter((name) => !existing.some((test) => test.test(name)))).toEqual([])
})
