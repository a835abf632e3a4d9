import { PUBLIC_URL } from '../src/site/public-url.ts'
import type { SitePage } from '../src/site/pages.ts'

/** The content of robots.txt. */

export const ROBOTS = `User-agent: *\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`

/** The listed pages as a sitemap (sitemaps.org). */
export function sitemapOf(pages: readonly SitePage[]): string {
  const urls = pages.filter(({ unlisted }) => !unlisted).map(({ path }) => `  <url><loc>${PUBLIC_URL}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}
