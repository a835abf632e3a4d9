/** The largest file that is read, in bytes. Apart from the readers, which are a chunk of their own. */
export const LARGEST_FILE = 10 * 1024 * 1024

/** What the chooser of files offers. */
export const ACCEPTED_FILES =
  '.ofx,.qfx,.csv,.txt,.tsv,.xlsx,.xls,.html,application/x-ofx,application/vnd.intu.qfx,text/csv,text/plain,text/html,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel'

/** So many rows of an unknown table are shown. */
export const SHOWN_ROWS = 5
