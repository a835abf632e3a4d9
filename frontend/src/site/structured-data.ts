import { plans } from '@prumo/shared/plans'
import { landingQuestions } from '../features/documents/landing-questions'
import { PUBLIC_URL } from './public-url'
import type { SitePage } from './pages'

/** A page's structured data (schema.org), as the text of a data block; null for most pages. */
export function structuredData({ path }: SitePage): string | null {
  if (path !== '/') return null
  // A `<` could end the block early.
  return JSON.stringify(landingPageData()).replaceAll('<', String.raw`\u003c`)
}

function landingPageData(): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebApplication',
        name: 'Prumo',
        url: `${PUBLIC_URL}/`,
        description: 'Finanças para quem toca o negócio por conta própria: o que entrou, o que saiu e o que sobrou.',
        inLanguage: 'pt-BR',
        applicationCategory: 'FinanceApplication',
        operatingSystem: 'Android, iOS, Windows, macOS',
        offers: plans.map(({ duration, price }) => ({
          '@type': 'Offer',
          name: duration,
          price: (price / 100).toFixed(2),
          priceCurrency: 'BRL',
          url: `${PUBLIC_URL}/plans`,
        })),
      },
      {
        '@type': 'FAQPage',
        mainEntity: landingQuestions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}
