/** A connection broke, or a proxy says that it did: whether the request was done is not known. */
export class Cut extends Error {}
