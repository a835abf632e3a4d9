import { serveRequests } from './worker-request'
import { buildXlsx } from './xlsx-content'

/** Writes spreadsheets beside the page, which stays at hand meanwhile. What writes them is in this chunk alone. */
serveRequests(buildXlsx)
