/** Who may import whom. The reasons are in docs/decisions and CONTRIBUTING.md; the words are those of the folder layout. */

const machinery = 'event-store|platform'
// They stand outside the capabilities and use all of them, as main.ts does: the operator's commands, the demo accounts, the proofs.
const outside = 'operator|demo|proofs'
const wiring = '\\.module\\.ts$'
const tests = '(\\.spec|/test-[^/]*|/given)\\.tsx?$'

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      // Made by the build.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'tests-stay-tests',
      comment: 'Nothing that runs imports a test, or the helpers of tests.',
      severity: 'error',
      from: { path: '^(shared|backend|frontend)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'shared-imports-zod-only',
      comment: 'Both sides run it: no Node, no browser, no framework.',
      severity: 'error',
      from: { path: '^shared/src/', pathNot: tests },
      to: { pathNot: '^shared/src/|node_modules/zod/' },
    },
    {
      name: 'two-sides',
      comment: 'Browser and server meet in shared and on the wire.',
      severity: 'error',
      from: { path: '^(backend|frontend)/' },
      to: { path: '^(backend|frontend|e2e|bench)/', pathNot: ['^$1/', 'node_modules'] },
    },
    {
      name: 'machinery-knows-no-capability',
      severity: 'error',
      from: { path: `^backend/src/(${machinery})/`, pathNot: tests },
      to: { path: '^backend/src/', pathNot: `^backend/src/(${machinery})/` },
    },
    {
      name: 'capabilities-meet-through-events',
      comment: 'What another capability says is in its events; only wiring knows more of it.',
      severity: 'error',
      from: { path: '^backend/src/([^/]+)/', pathNot: [`^backend/src/(${machinery}|${outside}|access)/`, wiring, tests] },
      to: { path: '^backend/src/', pathNot: ['^backend/src/$1/', `^backend/src/(${machinery})/`, '\\.events\\.ts$'] },
    },
    {
      name: 'access-stands-on-identity',
      comment: 'One capability in two folders: credentials and sessions, and the account they open.',
      severity: 'error',
      from: { path: '^backend/src/access/', pathNot: [wiring, tests] },
      to: { path: '^backend/src/', pathNot: `^backend/src/(access|identity|${machinery})/` },
    },
    {
      name: 'only-listeners-hear-other-capabilities',
      comment: 'Projections, reactions and workers may follow any capability; a decider or a controller only its own.',
      severity: 'error',
      from: { path: '^backend/src/([^/]+)/', pathNot: ['\\.(projection|reaction|worker)\\.ts$', `^backend/src/(${outside}|access)/`, wiring, tests] },
      to: { path: '^backend/src/[^/]+/.*\\.events\\.ts$', pathNot: '^backend/src/$1/' },
    },
    {
      name: 'deciders-are-pure',
      comment: 'Its events, shared, and the pure life of an entity: no clock, no ids, no I/O.',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: { pathNot: ['^shared/src/', '\\.events\\.ts$', '^backend/src/event-store/deciding/life\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'events-are-plain',
      comment: 'Schemas, versions, upcasters: shared, zod, and what event-store says an event is.',
      severity: 'error',
      from: { path: '\\.events\\.ts$' },
      to: { pathNot: ['^shared/src/', 'node_modules/zod/', '^backend/src/event-store/'] },
    },
    {
      name: 'features-stand-apart',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/(ui|lib)/', pathNot: tests },
      to: { path: '^frontend/src/(features|app)/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
    },
  },
}
