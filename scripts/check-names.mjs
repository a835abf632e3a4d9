/**
 * Checks the language of the sources: forbidden words in comments, names and test titles, and type names that are declared
 * twice. CONTRIBUTING.md says how to write instead. Part of `npm run rules`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { repository } from './repository.mjs'

const FORBIDDEN = ['whoever', 'nobody', 'somebody', 'told', 'tells', 'begun']
const ANYWHERE = new RegExp(FORBIDDEN.join('|'), 'i')
const IN_PROSE = new RegExp(`\\b(${FORBIDDEN.join('|')})\\b`, 'i')
const TITLED = new Set(['describe', 'it', 'test', 'step'])

/**
 * @param files paths of sources with their texts
 * @returns one line for each fault: path, line, fault
 */
export function namingFaults(files) {
  const faults = []
  const types = new Map()
  for (const { path, text } of files) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const at = (position) => `${path}:${source.getLineAndCharacterOfPosition(position).line + 1}`
    const refuse = (position, kind, word) => faults.push(`${at(position)} ${kind} has the word "${word}"`)
    const isSuspect = ANYWHERE.test(text)
    for (const { pos, end } of isSuspect ? commentsOf(source) : []) {
      const found = IN_PROSE.exec(text.slice(pos, end))
      if (found) refuse(pos + found.index, 'a comment', found[1])
    }
    const visit = (node) => {
      const word = ts.isIdentifier(node) && isDeclared(node) ? wordsOf(node.text).find((part) => FORBIDDEN.includes(part)) : undefined
      if (word !== undefined) refuse(node.getStart(source), `the name ${node.text}`, word)
      const title = titleOf(node)
      const found = title && IN_PROSE.exec(title.text)
      if (found) refuse(title.getStart(source), 'a test title', found[1])
      if (isTypeDeclaration(node)) types.set(node.name.text, [...(types.get(node.name.text) ?? []), at(node.name.getStart(source))])
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  for (const [name, places] of types) if (places.length > 1) faults.push(`the type name ${name} is declared at ${places.join(', ')}`)
  return faults
}

/** Uses are left out: `library.name`, and a name that is imported as it is. */
function isDeclared(identifier) {
  const { parent } = identifier
  const isUse = ts.isPropertyAccessExpression(parent) || (ts.isImportSpecifier(parent) && parent.propertyName === undefined)
  return parent.name === identifier && !isUse
}

function isTypeDeclaration(node) {
  const declares = [ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration, ts.isClassDeclaration, ts.isEnumDeclaration]
  return declares.some((is) => is(node)) && node.name !== undefined && !isAugmentation(node)
}

/** `declare module 'x' { interface Y }` extends a type of a library, so it has the library's name. */
function isAugmentation(node) {
  return ts.isModuleBlock(node.parent)
}

/** The first argument of `it(…)`, `describe.each(…)(…)` and the like. */
function titleOf(node) {
  if (!ts.isCallExpression(node) || node.arguments.length === 0) return undefined
  let callee = node.expression
  while (ts.isCallExpression(callee) || ts.isTaggedTemplateExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    if (ts.isPropertyAccessExpression(callee) && TITLED.has(callee.name.text)) break
    callee = ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression
  }
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee
  const title = node.arguments[0]
  return ts.isIdentifier(name) && TITLED.has(name.text) && ts.isStringLiteralLike(title) ? title : undefined
}

/** fooBarBaz → foo, bar, baz; FOO_BAR → foo, bar. */
function wordsOf(name) {
  return name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase())
}

/** The comments of a file, each once. */
function commentsOf(source) {
  const found = new Map()
  const visit = (node) => {
    if (!ts.isJsxText(node)) {
      for (const range of ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []) found.set(range.pos, range)
      for (const range of ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []) found.set(range.pos, range)
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return found.values()
}

/** The sources that git tracks, and new ones. */
export function sourceFiles() {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.cjs'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  return list
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(repository, path)))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }))
}

if (process.argv[1] === import.meta.filename) {
  const faults = namingFaults(sourceFiles())
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
