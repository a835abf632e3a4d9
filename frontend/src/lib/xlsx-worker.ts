import { serveRequests } from './worker-request'
import { buildXlsx } from './xlsx-content'

/** Writes spreadsheets off the main thread. Only this chunk contains the code for it. */
serveRequests(buildXlsx)
