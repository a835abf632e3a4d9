/** What is assumed of people and of one place; nobody measured it. Change it here, and all that follows changes with it. */
export const assumed = {
  /** Share of all accounts whose person comes on an ordinary day. */
  activeShare: 0.3,
  /** Times that an active person opens the program in a day. */
  visits: 2,
  /** Commands of an active person in a day. */
  commands: 8,
  /** Answers in full for each visit and after each command, and answers "not modified" for each visit. */
  readsOfVisit: 4,
  readsAfterCommand: 4,
  notModifiedOfVisit: 8,
  /** Seconds that a visit, and with it the stream of live changes, lasts. */
  visitSeconds: 300,
  /** Share of visits that begin with a password. */
  loginShare: 0.05,
  /** Share of active persons who import a statement in a day, and its lines. */
  importShare: 0.01,
  importLines: 60,
  /** Occurrences that come into reach, for each account in a day. */
  occurrences: 0.05,
  /** Events of an ordinary account's log, for what its verification costs: about a year. */
  eventsOfAccount: 1_000,
  /** Of an account that is verified once in so many days, which the product decides. */
  verifyRoundDays: 30,
  /** Bytes of tables and indexes that one person's day touches, which Postgres is to hold in memory: about twenty pages. */
  hotBytes: 150e3,
  /** How many times as many come on a day of salaries. */
  salary: { fifthWorkingDay: 1.8, tenth: 1.4, twentieth: 1.3, last: 1.5 },
  /** Share of processors that may be busy at the worst minute. */
  mostBusy: 0.6,
  /** Hours after midnight within which every computed answer is to be of the new day. */
  renewedWithinHours: 4,
  /** Streams that one API process may hold: half of what the product lets it. */
  streamsOfProcess: 2_500,
} as const

/** When people come in São Paulo: an hour, how wide the peak is in hours, and its weight; and what comes at any time. */
export const curve = {
  atAnyTime: 0.15,
  peaks: [
    { hour: 8.5, width: 1.5, weight: 1 },
    { hour: 12.5, width: 1, weight: 0.8 },
    { hour: 20, width: 2, weight: 1.4 },
  ],
} as const

/** For how many days a reply is kept, and the bytes of its key that stay then: measured with replies that come and go in equal numbers. */
export const replyRetention = { days: 90, bytesOfKey: 140 } as const

/** The largest single place: one machine for Postgres that can be rented today, and what one run of a job can do in a day. */
export const onePlace = {
  postgresCores: 96,
  /** Bytes a second of log that disk, archive and replica take lastingly. */
  walBytesASecond: 250e6,
  diskBytes: 30e12,
  memoryBytes: 2e12,
  /** Connections without a pooler before they cost more than they bring. */
  connections: 500,
  /** Transactions in a day, so that freezing keeps up: Postgres has 2.1 thousand million before it must have frozen. */
  transactionsADay: 1e9,
  /** Hours a day of work that the product does in one run, one thing after another. */
  laneHours: 20,
} as const
