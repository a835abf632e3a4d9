/**
 * Stand in pages for what is known only where the product is served: its address, and where the contact form posts to.
 * The server puts both in.
 */
export const PUBLIC_URL = 'https://public-url.invalid'
export const CONTACT_URL = 'https://contact-url.invalid'
