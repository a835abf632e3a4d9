/** A difference that verification found; its message names the place, as precisely as it can. */
export class Difference extends Error {}
