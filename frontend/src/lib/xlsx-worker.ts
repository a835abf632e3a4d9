import { answerPage } from './worker-answers'
import { xlsxContent } from './xlsx-content'

/** Writes spreadsheets beside the page, which stays at hand meanwhile. What writes them is in this chunk alone. */
answerPage(xlsxContent)
