/** Sources import `./x.js`, which exists once built; jest runs `./x.ts` instead. */
module.exports = (request, options) => {
  const ours = request.startsWith('.') && request.endsWith('.js') && !options.basedir.includes('node_modules')
  for (const extension of ours ? ['.ts', '.tsx'] : []) {
    try {
      return options.defaultResolver(request.slice(0, -'.js'.length) + extension, options)
    } catch {
      // A JavaScript file, or one with the other extension.
    }
  }
  return options.defaultResolver(request, options)
}
