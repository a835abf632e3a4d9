// Runs outside of every describe, so after all of a group's files.
afterAll(async () => {
  for (const close of globalThis.prumoShared ?? []) await close()
})
