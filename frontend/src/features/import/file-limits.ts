/** The largest file in bytes. A module of its own, because the readers are a lazy chunk. */
export const LARGEST_FILE = 10 * 1024 * 1024

/** The types that the file dialog offers. */
export const ACCEPTED_FILES =
  '.ofx,.qfx,.csv,.txt,.tsv,.xlsx,.xls,.html,application/x-ofx,application/vnd.intu.qfx,text/csv,text/plain,text/html,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel'

/** The number of rows shown of an unknown table. */
export const SHOWN_ROWS = 5
