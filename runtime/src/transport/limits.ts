/** The answer to a single call, as it is after decompression. An API server sends no object above 3 MB. */
export const MAX_ANSWER_BYTES: number = 256 * 1024 * 1024;

/** One page of a list, as it is after decompression: more than a heap holds. */
export const MAX_LIST_BYTES: number = 4 * 1024 * 1024 * 1024;

/**
 * How long an answer that has begun, and is no watch, may stand still. What the server has to look up, it looks up before the answer
 * begins.
 */
export const STAND_STILL_MS = 20_000;

/**
 * How long the body of an answer may take that is not a watch, however much of it comes. The API server itself ends such
 * requests after a minute.
 */
export const READ_WITHIN_MS = 600_000;
