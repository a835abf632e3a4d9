/** Sources import `./x.js`, as Node will find it once built; jest runs `./x.ts` in its place. */
module.exports = (request, options) => {
  const ours = request.startsWith('.') && request.endsWith('.js') && !options.basedir.includes('node_modules')
  for (const extension of ours ? ['.ts', '.tsx'] : []) {
    try {
      return options.defaultResolver(request.slice(0, -'.js'.length) + extension, options)
    } catch {
      // A file of JavaScript, or of the other extension.
    }
  }
  return options.defaultResolver(request, options)
}
