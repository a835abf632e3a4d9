/**
 * Placeholders in pages for values known only where the product is served: its address, and the target of the contact form. The
 * server replaces both.
 */
export const PUBLIC_URL = 'https://public-url.invalid'
export const CONTACT_URL = 'https://contact-url.invalid'
