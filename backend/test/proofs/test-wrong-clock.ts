/**
 * Loaded into a process before its program (`node --import`): shifts its wall clock by `PRUMO_TEST_CLOCK_ERROR_MS`
 * milliseconds. `performance.now()` and timers stay right, as on a machine whose date was set wrong.
 */
const error = Number(process.env.PRUMO_TEST_CLOCK_ERROR_MS)
const { now } = Date
Date.now = () => now() + error
globalThis.Date = new Proxy(Date, {
  construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [Date.now()] : values, made) as object,
})
