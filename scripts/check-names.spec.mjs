import { namingFaults } from './check-names.mjs'

const PATH = 'a.tsx'
const faultsOf = (...lines) => namingFaults([{ path: PATH, text: lines.join('\n') }])

it('refuses a forbidden word in a comment, whatever its form and case', () => {
  expect(faultsOf('// Whoever calls it', 'run()')).toEqual([`${PATH}:1 a comment has the word "Whoever"`])
  expect(faultsOf('/**', ' * Runs what it is', ' * told.', ' */', 'run()')).toEqual([`${PATH}:3 a comment has the word "told"`])
  expect(faultsOf('run() /* tells nothing */', 'function run() {', '  // nobody', '}')).toEqual([
    `${PATH}:1 a comment has the word "tells"`,
    `${PATH}:3 a comment has the word "nobody"`,
  ])
})

it('refuses a forbidden word as a part of a declared name, and not where the name is used', () => {
  expect(faultsOf('const toldTwice = 1', 'use(toldTwice)')).toEqual([`${PATH}:1 the name toldTwice has the word "told"`])
  expect(faultsOf('function isBegun() {}', 'const TOLD_LATE = 1')).toEqual([
    `${PATH}:1 the name isBegun has the word "begun"`,
    `${PATH}:2 the name TOLD_LATE has the word "told"`,
  ])
  expect(faultsOf("import { told } from 'library'", 'use(library.told)')).toEqual([])
  expect(faultsOf("import { reply as told } from 'library'")).toHaveLength(1)
  expect(faultsOf('const untoldStories = 1', '// An untold story')).toEqual([])
})

it('refuses a forbidden word in the title of a test, a group or a step', () => {
  expect(faultsOf("it('tells why', run)")).toEqual([`${PATH}:1 a test title has the word "tells"`])
  expect(faultsOf("describe('nobody', run)", "test('whoever', run)", "test.step('somebody', run)", 'it.only(`begun`, run)')).toHaveLength(4)
})

it('refuses a forbidden word in the title of a table of tests', () => {
  expect(faultsOf("it.each([1, 2])('tells %i', run)")).toEqual([`${PATH}:1 a test title has the word "tells"`])
  expect(faultsOf("describe.each`a\n${1}`('told $a', run)")).toEqual([`${PATH}:2 a test title has the word "told"`])
  expect(faultsOf("it.each(['told', 'tells'])('shows %s', run)")).toEqual([])
})

it('accepts the words in strings and in texts of the screen', () => {
  expect(faultsOf("const text = 'Nobody told whoever begun'", "call('told')", 'const template = `tells`')).toEqual([])
  expect(faultsOf('const Page = () => <p title="told">nobody // told</p>')).toEqual([])
})

it('refuses a type name that two declarations share, in one file or in several', () => {
  const files = [
    { path: 'a.ts', text: 'export interface Reply {}\nclass Queue {}' },
    { path: 'b.ts', text: 'type Reply = string\nenum Color {}' },
  ]
  expect(namingFaults(files)).toEqual(['the type name Reply is declared at a.ts:1, b.ts:1'])
  expect(faultsOf('class Queue {}', 'namespace inside {}', 'interface Queue {}')).toEqual([
    `the type name Queue is declared at ${PATH}:1, ${PATH}:3`,
  ])
})

it('accepts an augmentation beside the type of the same name', () => {
  const text = "declare module 'library' {\n  interface Reply {}\n}"
  expect(namingFaults(['a.ts', 'b.ts', 'c.ts'].map((path) => ({ path, text })))).toEqual([])
  expect(faultsOf('interface Reply {}', text)).toEqual([])
})
