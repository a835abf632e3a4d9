/** Assumptions about people and one place, not measurements. All results of this suite follow from them. */
export const assumed = {
  /** The share of accounts whose person comes on an ordinary day. */
  activeShare: 0.3,
  /** Visits of an active person in a day. */
  visits: 2,
  /** Commands of an active person in a day. */
  commands: 8,
  /** Full answers for each visit and after each command, and answers "not modified" for each visit. */
  readsOfVisit: 4,
  readsAfterCommand: 4,
  notModifiedOfVisit: 8,
  /** Seconds of a visit, and of its stream of live changes. */
  visitSeconds: 300,
  /** The share of visits that begin with a password. */
  loginShare: 0.05,
  /** The share of active persons who import a statement in a day, and its lines. */
  importShare: 0.01,
  importLines: 60,
  /** Occurrences that become due for recording, for each account in a day. */
  occurrences: 0.05,
  /** Events of an ordinary account's log, for the cost of its verification: about a year. */
  eventsOfAccount: 1_000,
  /** Each account is verified once in so many days, as the product defines. */
  verifyRoundDays: 30,
  /** Bytes of tables and indexes that one person's day touches, and Postgres should cache: about twenty pages. */
  hotBytes: 150e3,
  /** The factor by which more people come on a day of salaries. */
  salary: { fifthWorkingDay: 1.8, tenth: 1.4, twentieth: 1.3, last: 1.5 },
  /** The most that processors may be used in the worst minute. */
  mostBusy: 0.6,
  /** Hours after midnight within which every computed answer has to be renewed. */
  renewedWithinHours: 4,
  /** Streams that one API process holds: half of the product's limit. */
  streamsOfProcess: 2_500,
} as const

/** When people come in São Paulo: an hour, the width of the peak in hours, and its weight; and a constant share. */
export const curve = {
  atAnyTime: 0.15,
  peaks: [
    { hour: 8.5, width: 1.5, weight: 1 },
    { hour: 12.5, width: 1, weight: 0.8 },
    { hour: 20, width: 2, weight: 1.4 },
  ],
} as const

/**
 * For how many days a reply is kept, and the bytes of its key that remain afterwards: measured with replies created and deleted at
 * the same rate.
 */
export const replyRetention = { days: 90, bytesOfKey: 140 } as const

/**
 * The largest single place: the largest machine for Postgres that can be rented today, and what one run of a job can do in a day.
 */
export const onePlace = {
  postgresCores: 96,
  /** Bytes of WAL a second that disk, archive and replica sustain. */
  walBytesASecond: 250e6,
  diskBytes: 30e12,
  memoryBytes: 2e12,
  /** Connections without a pooler beyond which throughput falls. */
  connections: 500,
  /** Transactions in a day that still let freezing keep up: Postgres has to freeze before 2.1 thousand million of them. */
  transactionsADay: 1e9,
  /** Hours a day of sequential work that the product does in one run. */
  laneHours: 20,
} as const
