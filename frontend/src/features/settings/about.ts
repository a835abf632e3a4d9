/** What stands in the list of a phone and again in its part: apart from other words, which come with the parts. */

export const APP_VERSION = '1.0.0'
export const SUPPORT_HOURS = 'Segunda a sexta, das 9h às 18h'
