/** Who may import whom. The reasons are in docs/decisions and CONTRIBUTING.md; the words are those of the folder layout. */

const machinery = 'event-store|platform|jobs|answers'
// Folders that use all capabilities, as main.ts does: what composes the programs, the operator's commands, the demo accounts.
const outside = 'composition|operator|demo'
// They show an account as a whole, fill it from a bank's statement, a copy or what repeats, or end it: they know the rules and the
// answers of every capability, and none knows them.
const whole = 'activity|account-data|forecast|imports|recurrences|restores'
const wiring = '\\.module\\.ts$'
const tests = '^backend/test/|(\\.spec|/test-[^/]*)\\.tsx?$'
// A spec of the browser's data may hold its derivations to the server's own rules, which are pure.
const heldToTheDeciders = '^frontend/src/data/(sync/)?(test-[^/]*|[^/]*\\.spec)\\.tsx?$'
const rules = '^backend/src/(.*\\.decider|event-store/decider/(decider|undo)|event-store/stream/event)\\.ts$'

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
      from: { path: '^(backend|frontend)/', pathNot: heldToTheDeciders },
      to: { path: '^(backend|frontend|e2e|bench)/', pathNot: ['^$1/', 'node_modules'] },
    },
    {
      name: 'data-is-held-to-the-deciders',
      comment: 'What the browser derives is proven against the rules of the server, and against nothing else of it.',
      severity: 'error',
      from: { path: heldToTheDeciders },
      to: { path: '^(backend|e2e|bench)/', pathNot: ['node_modules', rules] },
    },
    {
      name: 'machinery-knows-no-capability',
      severity: 'error',
      from: { path: `^backend/src/(${machinery})/`, pathNot: tests },
      to: { path: '^backend/src/', pathNot: `^backend/src/(${machinery})/` },
    },
    {
      name: 'machinery-shows-nothing',
      comment: "What a screen says is the capability's: machinery refuses with a code or a reason.",
      severity: 'error',
      from: { path: `^backend/src/(${machinery})/`, pathNot: tests },
      to: { path: '^shared/src/.*-texts\\.ts$' },
    },
    {
      name: 'platform-is-the-ground',
      comment: 'What any program could stand on: it knows neither the log nor the work that follows from it.',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: tests },
      to: { path: '^backend/src/(event-store|jobs|answers)/' },
    },
    {
      name: 'event-store-knows-no-jobs',
      comment: 'What follows from an event is written beside it by an inline writer; which work that is, is not its business.',
      severity: 'error',
      from: { path: '^backend/src/event-store/', pathNot: tests },
      to: { path: '^backend/src/(jobs|answers)/' },
    },
    {
      name: 'jobs-know-no-answers',
      severity: 'error',
      from: { path: '^backend/src/jobs/', pathNot: tests },
      to: { path: '^backend/src/answers/' },
    },
    {
      name: 'capabilities-meet-through-events',
      comment:
        'What another capability says is in its events, and whom it knows in the entities of its plain tables; only wiring knows more of it.',
      severity: 'error',
      from: { path: '^backend/src/([^/]+)/', pathNot: [`^backend/src/(${machinery}|${outside}|${whole}|access)/`, wiring, tests] },
      to: { path: '^backend/src/', pathNot: ['^backend/src/$1/', `^backend/src/(${machinery})/`, '\\.(events|entity)\\.ts$'] },
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
      from: {
        path: '^backend/src/([^/]+)/',
        pathNot: ['\\.(projection|reaction|worker)\\.ts$', `^backend/src/(${outside}|${whole}|access)/`, wiring, tests],
      },
      to: { path: '^backend/src/[^/]+/.*\\.events\\.ts$', pathNot: '^backend/src/$1/' },
    },
    {
      name: 'deciders-are-pure',
      comment: 'Its events, shared, and the pure life of an entity: no clock, no ids, no I/O.',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: {
        pathNot: ['^shared/src/', '\\.events\\.ts$', '^backend/src/event-store/decider/(decider|undo)\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'events-are-plain',
      comment: 'Schemas, versions, upcasters: shared, zod, and what event-store says an event is.',
      severity: 'error',
      from: { path: '\\.events\\.ts$' },
      to: { pathNot: ['^shared/src/', 'node_modules/zod/', '^backend/src/event-store/'] },
    },
    {
      name: 'simulator-is-no-part-of-the-product',
      comment: 'It stands in for Stripe: it knows the plan table, and how a program takes its folder and ends, nothing else.',
      severity: 'error',
      from: { path: '^backend/stripe-simulator/' },
      to: { path: '^backend/src/', pathNot: '^backend/src/platform/(data-folder|shutdown)/' },
    },
    {
      name: 'nobody-knows-the-simulator',
      comment: 'The application sees another address, and takes no other way.',
      severity: 'error',
      from: { path: '^(shared|backend|frontend)/', pathNot: ['^backend/stripe-simulator/', tests] },
      to: { path: '^backend/stripe-simulator/' },
    },
    {
      name: 'features-stand-apart',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'ui-lib-and-data-know-no-feature',
      comment: 'Features meet in data; data shows nothing, and what is shown knows no account.',
      severity: 'error',
      from: { path: '^frontend/src/(ui|lib|data)/', pathNot: tests },
      to: { path: '^frontend/src/(features|app|site)/' },
    },
    {
      name: 'sync-knows-no-entity',
      comment: 'The engine of optimistic commands has its kinds of command injected: no entity, no screen, no account.',
      severity: 'error',
      from: { path: '^frontend/src/data/sync/', pathNot: tests },
      to: { path: '^frontend/src/', pathNot: '^frontend/src/(data/sync|lib)/' },
    },
    {
      name: 'data-stands-on-lib',
      severity: 'error',
      from: { path: '^frontend/src/data/' },
      to: { path: '^frontend/src/', pathNot: '^frontend/src/(data|lib)/' },
    },
    {
      name: 'only-data-speaks-to-the-server',
      comment:
        'What a screen reads and changes goes through data, where it is kept, derived and sent once; pages outside the app have no data.',
      severity: 'error',
      from: { path: '^frontend/src/', pathNot: ['^frontend/src/(data|lib|features/(identity|contact|funnel))/', tests] },
      to: { path: '^frontend/src/lib/api\\.ts$' },
    },
    {
      name: 'lib-and-ui-know-no-data',
      severity: 'error',
      from: { path: '^frontend/src/(lib|ui)/', pathNot: tests },
      to: { path: '^frontend/src/data/' },
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
