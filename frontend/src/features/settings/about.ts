/** In a module of its own, because the list of tabs needs it before any tab is loaded. */

export const APP_VERSION = '1.0.0'
export const SUPPORT_HOURS = 'Segunda a sexta, das 9h às 18h'
